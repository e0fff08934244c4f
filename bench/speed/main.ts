import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Outcome } from '../measure.js'
import { heldBenches, keep, load, PAGE } from './kept.js'
import { page } from './page.js'

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, page: { type: 'boolean' } },
})

const names = (child(['--list']) ?? '').trim().split('\n')
const held = heldBenches()
const due = values.page ? [] : positionals.length > 0 ? positionals : names.filter((name) => !held.has(name))
for (const name of due) run(name)
write()

/** One bench after the other; the page is whole after each. */
function run(name: string): void {
  const [busy, started] = [load(), performance.now()]
  process.stderr.write(`${name}\n`)
  const told = child(['--json', name, ...(values.rows === undefined ? [] : ['--rows', values.rows])])
  if (told === undefined) {
    process.stderr.write(`${name} failed\n`)
    process.exitCode = 1
    return
  }
  const outcome = JSON.parse(told) as Outcome
  keep(
    { ...outcome, name },
    values.rows === undefined ? undefined : Number(values.rows),
    busy,
    (performance.now() - started) / 60_000,
  )
  write()
}

function write(): void {
  const kept = heldBenches()
  writeFileSync(PAGE, page([...new Set([...names, ...kept.keys()])], kept))
}

function child(args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return status === 0 ? stdout : undefined
}
