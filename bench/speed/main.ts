import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Outcome } from '../measure.js'
import { type Held, heldBenches, keep, load, PAGE, told } from './kept.js'
import { page } from './page.js'

const USAGE = `usage: npm run speed -- [NAME...] [--rows N] [--quick] [--page]

Runs the benches NAME, or those that have not been run yet, one after the other, and writes docs/evidence/speed.md. What a bench told is kept in
docs/evidence/speed, so that the page can be made in pieces: a run that was stopped goes on where it was.

  --rows N   the size of the made-up log (default: 36 million rows, less where a bench says so)
  --quick    logs of 20,000 rows, to see that all can be run; the page is printed, nothing is kept
  --page     runs nothing, writes the page of what is kept
`
const QUICK_ROWS = 20_000
const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    quick: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rows = values.rows === undefined ? (values.quick ? QUICK_ROWS : undefined) : Number(values.rows)
if (values.help) process.stderr.write(USAGE)
else if (values.quick) quick()
else inPieces()

/** One bench after the other; the page is whole after each. */
function inPieces(): void {
  const held = heldBenches()
  for (const name of due(values.page ? () => false : (one) => !held.has(one))) {
    const one = run(name)
    if (one === undefined) continue
    keep(one)
    write()
  }
  write()
}

function quick(): void {
  const held = new Map<string, Held>()
  for (const name of due(() => true)) {
    const one = run(name)
    if (one !== undefined) held.set(name, one)
  }
  process.stdout.write(page(names(), held))
}

/** The benches that were asked for, or else those that are wanted. */
function due(wanted: (name: string) => boolean): readonly string[] {
  return positionals.length > 0 ? positionals : names().filter(wanted)
}

/** What a bench tells; undefined, with a word, where it failed. */
function run(name: string): Held | undefined {
  const [busy, started] = [load(), performance.now()]
  process.stderr.write(`${name}\n`)
  const out = child(['--json', name, ...(rows === undefined ? [] : ['--rows', String(rows)])])
  if (out === undefined) {
    process.stderr.write(`${name} failed\n`)
    process.exitCode = 1
    return undefined
  }
  const minutes = (performance.now() - started) / 60_000
  return told({ ...(JSON.parse(out) as Outcome), name }, rows, busy, minutes)
}

function write(): void {
  const kept = heldBenches()
  writeFileSync(PAGE, page([...new Set([...names(), ...kept.keys()])], kept))
}

function names(): readonly string[] {
  return (child(['--list']) ?? '').trim().split('\n')
}

function child(args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return status === 0 ? stdout : undefined
}
