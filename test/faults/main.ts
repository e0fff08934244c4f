import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attempt, shrink } from './attempt.js'
import { chanceOf } from './chance.js'
import { keep, readFound } from './found.js'
import type { Part, Ready } from './part.js'
import { PARTS } from './parts/index.js'

/** What came of a part. */
interface Line {
  readonly part: string
  readonly counts: string
  tries: number
  cases: number
  seconds: number
  violations: number
  /** One for each kind of violation. */
  readonly reproductions: { readonly violation: string; readonly command: string }[]
  note?: string
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    part: { type: 'string' },
    tries: { type: 'string' },
    again: { type: 'string' },
    json: { type: 'string' },
  },
})
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Tries cases of a part until its time is up, or so many tries are made. */
async function campaign(part: Part<unknown>, seed: number, until: number, tries: number): Promise<Line> {
  const line: Line = {
    part: part.name,
    counts: part.counts,
    tries: 0,
    cases: 0,
    seconds: 0,
    violations: 0,
    reproductions: [],
  }
  const started = performance.now()
  await inFolder(part, async (ready, dir) => {
    if (ready.note !== undefined) line.note = ready.note
    for (; line.tries < tries && Date.now() < until; line.cases++) {
      const one = ready.make(chanceOf(seed, part.name, line.cases))
      const tried = await attempt(ready, one, dir)
      line.tries += tried.tries
      if (tried.violation === undefined) continue
      line.violations++
      await tell(line, tried.violation, ready, one, dir)
    }
  })
  line.seconds = Math.round((performance.now() - started) / 1000)
  return line
}

/** The first of each kind of violation is made smaller and written down. */
async function tell(line: Line, violation: string, ready: Ready<unknown>, one: unknown, dir: string): Promise<void> {
  const kind = (text: string) => text.replace(/\d+/g, '0').slice(0, 100)
  if (line.reproductions.some((known) => kind(known.violation) === kind(violation))) return
  const smallest = await shrink(ready, one, dir)
  const file = keep({ part: line.part, violation, case: smallest })
  line.reproductions.push({ violation, command: `npm run test:faults -- --again ${file}` })
  say(`${line.part}: ${violation}\n  ${line.reproductions.at(-1)?.command}`)
}

async function inFolder(part: Part<unknown>, work: (ready: Ready<unknown>, dir: string) => Promise<void>) {
  const dir = mkdtempSync(join(tmpdir(), `lethe-faults-${part.name}-`))
  const ready = await part.open(dir)
  try {
    await work(ready, dir)
  } finally {
    await ready.close?.()
    rmSync(dir, { recursive: true, force: true })
  }
}

function table(lines: readonly Line[]): string {
  const rows = [
    ['part', 'tries', 'of', 'seconds', 'violations'],
    ...lines.map((line) => [line.part, line.tries, line.counts, line.seconds, line.violations].map(String)),
  ]
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')).join('\n')
}

async function again(path: string): Promise<number> {
  const found = readFound(path)
  const part = partBy(found.part)
  let violation: string | undefined
  await inFolder(part, async (ready, dir) => {
    violation = (await attempt(ready, found.case, dir)).violation
  })
  say(violation ?? 'Nothing is violated.')
  return violation === undefined ? 0 : 1
}

function partBy(name: string): Part<unknown> {
  const part = PARTS.find((one) => one.name === name)
  if (part === undefined) throw new Error(`there is no part ${name}; there are ${PARTS.map((p) => p.name).join(', ')}`)
  return part
}

async function main(): Promise<number> {
  if (values.again !== undefined) return again(values.again)
  const seed = values.seed === undefined ? randomInt(2 ** 32) : Number(values.seed)
  const parts = values.part === undefined ? PARTS : values.part.split(',').map(partBy)
  const tries = values.tries === undefined ? Number.POSITIVE_INFINITY : Number(values.tries)
  const minutes = values.tries === undefined || values.part === undefined ? Number(values.minutes) : 24 * 60
  say(`seed ${seed}`)
  const lines: Line[] = []
  const end = Date.now() + minutes * 60_000
  for (const [i, part] of parts.entries()) {
    const rest = parts.slice(i).reduce((sum, { weight }) => sum + weight, 0)
    const until = Date.now() + ((end - Date.now()) * part.weight) / rest
    lines.push(await campaign(part, seed, until, tries))
  }
  say(table(lines))
  for (const { note } of lines) if (note !== undefined) say(note)
  for (const { violation, command } of lines.flatMap((line) => line.reproductions)) say(`${violation}\n  ${command}`)
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ seed, minutes, parts: lines }, null, 2)}\n`)
  return lines.some(({ violations }) => violations > 0) ? 1 : 0
}

process.exitCode = await main()
