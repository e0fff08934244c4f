import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CrashPlace, callsOf, crashAt, run } from '../support/crash-points.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

const day = (n: number) => `2026-03-0${n}`
const root = next('root')
const place: CrashPlace = {
  cwd: join(root, 'here'),
  env: { LETHE_STATE: join(root, 'state'), LETHE_TEMP: join(root, 'temp') },
}
const logs = next('logs')
mkdirSync(logs)
for (const n of [1, 2, 3]) {
  const rows = Array.from({ length: 200 }, (_, i) => `u${i}\tq${(i + n) % 2}\t${day(n)} 08:00:00\n`)
  writeFileSync(join(logs, `${n}.tsv`), `user\tquery\ttime\n${rows.join('')}`)
}
const INIT =
  'series init s --population p --every day --window 2 --method gaussian-threshold --epsilon 60 --delta 1e-3 --out-format tsv --ledger books --keys keys'.split(
    ' ',
  )
const add = (n: number) => ['series', 'add', 's', join(logs, `${n}.tsv`), '--json']

/** A series as it stands before a call that will be killed: paths are part of it, so it always lies in the same place. */
function saved(words: readonly (readonly string[])[]): string {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(place.cwd, { recursive: true })
  for (const each of words) expect(run(each, place)).toMatchObject({ status: 0 })
  const copy = next('saved')
  cpSync(root, copy, { recursive: true })
  return copy
}

function restore(copy: string): void {
  rmSync(root, { recursive: true, force: true })
  cpSync(copy, root, { recursive: true })
}

/** The public files of a period, byte by byte; undefined where there are none. */
function bytesOf(n: number): string | undefined {
  const dir = join(place.cwd, 's', day(n))
  if (!existsSync(dir)) return undefined
  return readdirSync(dir)
    .sort()
    .map((file) => `${file}\n${readFileSync(join(dir, file), 'utf8')}`)
    .join('\n')
}

const entries = () => readdirSync(join(place.cwd, 'books/p')).filter((name) => name.endsWith('.json')).length

/** Nothing half-made lies anywhere, once the program has run again. */
function nothingIsLeft(): void {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /lethe-partial|lethe-journal|\.draft-|\.adding-|run-\d/.test(path),
  )
  expect(found).toEqual([])
}

const cases = [
  ['a period in the midst of a window', [INIT, add(1)], 2, 1],
  ['the first period of the next window, which is paid for and draws a key', [INIT, add(1), add(2)], 3, 2],
] as const

describe.each(cases)('%s, killed at every call that changes names', (_, before, n, paid) => {
  const copy = saved(before)
  const calls = callsOf(add(n), place)
  restore(copy)
  run(add(n), place)
  const whole = bytesOf(n)
  const points = [...Array.from({ length: calls }, (_, i) => [i + 1, 'before'] as const), [calls, 'after'] as const]
  test.each(points)('call %i, %s', (call, when) => {
    restore(copy)
    crashAt(add(n), place, call, when)
    const there = bytesOf(n)
    const again = run(add(n), place)
    expect([again.status, again.stderr]).toEqual([0, ''])
    const made = bytesOf(n)
    expect(made).toBeDefined()
    if (there !== undefined && existsSync(join(place.cwd, 's', day(n), 'SHA256SUMS'))) expect(made).toBe(there)
    if (paid === 1) expect(made).toBe(whole) // the key was there: the same bytes, killed or not
    expect(entries()).toBe(paid)
    expect(JSON.parse(run(add(n), place).stdout)).toMatchObject({ done: false })
    expect(bytesOf(n)).toBe(made)
    nothingIsLeft()
  })
})

describe('thresholds that look back, killed at every call that changes names', () => {
  const begin = 'series init s --population p --every day --method rare-queries --k 5 --out-format tsv --ledger books'
  const copy = saved([begin.split(' '), add(1)])
  const calls = callsOf(add(2), place)
  restore(copy)
  const { differences } = JSON.parse(run(add(2), place).stdout) as { differences: readonly unknown[] }
  const whole = bytesOf(2)
  test.each(Array.from({ length: calls }, (_, i) => i + 1))('call %i', (call) => {
    restore(copy)
    crashAt(add(2), place, call, 'before')
    const again = run(add(2), place)
    expect([again.status, again.stderr]).toEqual([0, ''])
    expect(JSON.parse(again.stdout)).toMatchObject({ differences })
    expect(differences).toHaveLength(3)
    expect(bytesOf(2)).toBe(whole)
    expect(entries()).toBeGreaterThanOrEqual(2) // what was entered before a kill stays
    nothingIsLeft()
  })
})

describe('the beginning, killed at every call that changes names', () => {
  const copy = saved([])
  const calls = callsOf(INIT, place)
  test.each(Array.from({ length: calls }, (_, i) => i + 1))('call %i', (call) => {
    restore(copy)
    crashAt(INIT, place, call, 'before')
    run(['doctor', '--json'], place)
    const there = ['s', 's.private'].map((name) => existsSync(join(place.cwd, name)))
    expect(there[0]).toBe(there[1])
    if (!there[0]) expect(run(INIT, place)).toMatchObject({ status: 0 })
    expect(run(add(1), place)).toMatchObject({ status: 0 })
    nothingIsLeft()
  })
})
