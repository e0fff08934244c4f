import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { inspect } from '../run/inspect.js'
import { generateRows, writeLog } from './index.js'

const { next } = scratch()
const OPTIONS = { users: 150, seed: 4, profile: 'chat' } as const

test('prompts are long and nearly unique, many begin alike, and some tell who somebody is', () => {
  const rows = [...generateRows(OPTIONS)].flatMap((history) => history.rows)
  const first = rows.filter(({ asked }, i) => rows[i - 1]?.session !== rows[i]?.session || asked.kind === 'free')
  const words = first.map(({ asked }) => asked.text.split(' ').length).sort((a, b) => a - b)
  expect(words[Math.floor(words.length / 2)]).toBeGreaterThan(12)
  expect(words.at(-1)).toBeGreaterThan(200)
  const free = rows.filter(({ asked }) => asked.kind === 'free').map(({ asked }) => asked.text)
  expect(new Set(free).size / free.length).toBeGreaterThan(0.9)
  const openings = new Map<string, number>()
  for (const { asked } of rows) {
    const opening = asked.text.split(' ').slice(0, 3).join(' ')
    openings.set(opening, (openings.get(opening) ?? 0) + 1)
  }
  expect(Math.max(...openings.values()) / rows.length).toBeGreaterThan(0.03)
  expect(rows.some(({ asked }) => asked.kind === 'identifying' && asked.identifies !== undefined)).toBe(true)
  // Formats take texts as they are.
  expect(rows.filter(({ asked }) => /[\t",\n\\{}]/.test(asked.text))).toEqual([])
})

test('conversations a line, and prompts a row, are read as the same log', async () => {
  const [chat, flat] = [next('log.jsonl'), next('log.ndjson')]
  const written = await writeLog(OPTIONS, { out: chat, format: 'chat', threads: 1 })
  await writeLog(OPTIONS, { out: flat, format: 'ndjson', threads: 1 })
  expect(readFileSync(chat, 'utf8').split('\n')[0]).toMatch(
    /^\{"conversation_id":"\d+-1","user_id":"\d+",.*"role":"user"/,
  )
  const [one, other] = [await inspect([chat]), await inspect([flat])]
  expect([one.rows, one.users]).toEqual([written.rows, OPTIONS.users])
  expect([other.rows, other.users]).toEqual([written.rows, OPTIONS.users])
})
