import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratch } from '../../../test/support/scratch.js'
import { openDuckDB } from '../../engines/duckdb/index.js'
import type { Engine } from '../../engines/engine.js'
import type { SharedPiece } from './documents.js'
import { Overtaken } from './outlet.js'
import { filesOutlet } from './to-files.js'

const HOUR = 3_600_000
const { dir: root, next } = scratch()
let engine: Engine
beforeAll(async () => {
  engine = await openDuckDB({ spill: root, threads: 1 })
})
afterAll(() => engine.close())

/** Messages from an offset on, one for each time; the offset is the tag of its row. */
function piece(start: number, times: readonly number[], lines?: readonly string[]): SharedPiece {
  const messages = times.map((time, i) => ({ offset: start + i, time, value: null }))
  const hex = (offset: number) => offset.toString(16).padStart(4, '0')
  return {
    ...{ partition: 0, messages, next: start + times.length, end: 1000, bad: 0, empty: 0 },
    lines: lines ?? messages.map(({ offset }) => `${hex(1000 - offset)}\t00\t00\t00\t2026-03-01`),
  }
}

function writer(dir: string, clock = { now: 0 }) {
  const workspace = next('workspace')
  mkdirSync(workspace)
  let files = 0
  const options = { dir, topic: 'my-log', engine, workspace, onFile: () => files++, now: () => clock.now }
  const outlet = filesOutlet({ ...options, columns: ['tag', 'x', 'field_t3', 'text', 'day'] })
  return { outlet, clock, files: () => files }
}

function folder(): string {
  const dir = next('files')
  mkdirSync(dir)
  return dir
}

async function tags(dir: string): Promise<string[]> {
  const { from } = await engine.parquet(
    readdirSync(dir)
      .sort()
      .map((file) => join(dir, file)),
  )
  return (await engine.all<{ tag: string }>(`SELECT hex(tag) AS tag FROM ${from}`)).map(({ tag }) => tag)
}

test('a file ends with the hour of the topic; rows of an earlier hour that come late stay with the others', async () => {
  const dir = folder()
  const { outlet } = writer(dir)
  expect(await outlet.begin([0])).toEqual(new Map())
  await outlet.write(piece(5, [HOUR, HOUR + 1, 2 * HOUR, HOUR + 2, 3 * HOUR]))
  expect(outlet.written()).toEqual(new Map([[0, 9]]))
  await outlet.settle()
  expect(outlet.written()).toEqual(new Map([[0, 10]]))
  expect(readdirSync(dir).sort()).toEqual([
    '1970-01-01T01Z-my-log-0-0000000000000005.parquet',
    '1970-01-01T02Z-my-log-0-0000000000000007.parquet',
    '1970-01-01T03Z-my-log-0-0000000000000009.parquet',
  ])
  expect(await writer(dir).outlet.begin([0, 1])).toEqual(new Map([[0, 10]]))
})

test('rows of a file are sorted: their order tells nothing of that of their arrival', async () => {
  const dir = folder()
  const { outlet } = writer(dir)
  await outlet.begin([0])
  await outlet.write(
    piece(
      0,
      Array.from({ length: 50 }, () => HOUR),
    ),
  )
  await outlet.settle()
  const found = await tags(dir)
  expect(found).toHaveLength(50)
  expect(found).toEqual([...found].sort())
})

test('whoever lost a partition without noticing finds its place taken, and no row is in two files', async () => {
  const dir = folder()
  const [slow, quick] = [writer(dir), writer(dir)]
  for (const { outlet } of [slow, quick]) await outlet.begin([0])
  await slow.outlet.write(piece(0, [HOUR, HOUR, HOUR]))
  await quick.outlet.write(piece(0, [HOUR, HOUR]))
  await quick.outlet.settle()
  await quick.outlet.write(piece(2, [HOUR, HOUR]))
  await quick.outlet.settle()
  await expect(slow.outlet.settle()).rejects.toThrow(Overtaken)
  expect(slow.outlet.written()).toEqual(new Map())
  expect(await slow.outlet.begin([0])).toEqual(new Map([[0, 4]]))
  expect(await tags(dir)).toHaveLength(4)
  expect([slow.files(), quick.files()]).toEqual([0, 2])
})

test('a quiet hour is written when it is over; one that goes on is not', async () => {
  const dir = folder()
  const { outlet, clock } = writer(dir, { now: HOUR + 1000 })
  await outlet.begin([0])
  await outlet.write(piece(0, [HOUR]))
  clock.now = 2 * HOUR + 9000
  await outlet.tick()
  expect(readdirSync(dir)).toEqual([])
  clock.now = 2 * HOUR + 11_000
  await outlet.tick()
  expect(readdirSync(dir)).toHaveLength(1)
})

test('messages that became no rows make no file, and are not read again', async () => {
  const dir = folder()
  const { outlet } = writer(dir)
  await outlet.begin([0])
  await outlet.write(piece(0, [HOUR, HOUR], ['', '']))
  await outlet.settle()
  expect(outlet.written()).toEqual(new Map([[0, 2]]))
  expect(readdirSync(dir)).toEqual([])
})
