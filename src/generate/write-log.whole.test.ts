import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { LetheError } from '../base/errors.js'
import { LOG_FORMATS } from './format.js'
import { generateRows } from './generate.js'
import { writeLog } from './write-log.js'

const folder = mkdtempSync(join(tmpdir(), 'lethe-generate-'))
const file = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
afterAll(() => rmSync(folder, { recursive: true }))

// Threads need compiled code; `npm test` builds it first.
const worker = new URL('../../dist/src/generate/worker.js', import.meta.url)

describe('writeLog', () => {
  it('writes the AOL shape by default, grouped by user', async () => {
    const written = await writeLog({ users: 40, seed: 4 }, { out: file('aol.txt') })
    const [header, ...rest] = read('aol.txt').slice(0, -1).split('\n')
    expect(header).toBe('AnonID\tQuery\tQueryTime\tItemRank\tClickURL')
    expect(rest.length).toBe(written.rows)
    for (const line of rest)
      expect(line).toMatch(/^\d+\t[^\t]+\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t(\t|\d+\thttp:\/\/www\.[a-z0-9.-]+)$/)
    const users = rest.map((line) => line.split('\t')[0])
    const changes = users.filter((user, i) => user !== users[i - 1])
    expect(changes.length).toBe(new Set(users).size)
    expect(new Set(users).size).toBe(40)
  })

  it('writes the same rows in every format', async () => {
    const rows = [...generateRows({ users: 10, seed: 4 })].flatMap((one) => one.rows)
    for (const format of LOG_FORMATS) {
      await writeLog({ users: 10, seed: 4 }, { out: file(format), format })
      const lines = read(format).slice(0, -1).split('\n')
      const turns = (line: string) => line.split('{"role":"user",').slice(1)
      const body =
        format === 'chat' ? lines.flatMap(turns) : ['excite', 'ndjson'].includes(format) ? lines : lines.slice(1)
      expect(body.length).toBe(rows.length)
      for (const [i, row] of rows.entries()) expect(body[i]).toContain(row.asked.text)
    }
  })

  it('writes a truth that goes with the rows', async () => {
    const written = await writeLog({ users: 60, seed: 9 }, { out: file('log'), truth: file('truth') })
    const log = read('log').slice(0, -1).split('\n').slice(1)
    const truth = read('truth')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const people = new Map(truth.filter((one) => one.type === 'person').map((one) => [one.user, one]))
    const rows = truth.filter((one) => one.type === 'row')
    expect(people.size).toBe(60)
    expect(rows.length).toBe(written.rows)
    rows.forEach((row, i) => {
      const [user, query] = log[i]!.split('\t')
      expect(String(row.user)).toBe(user)
      if (row.kind === 'vanity') expect(query).toContain(people.get(row.user).name)
      expect(row.interest).not.toBe('')
      expect(row.session).toBeGreaterThan(0)
    })
  })

  it.skipIf(!existsSync(worker))('gives the same bytes on one and two threads', async () => {
    expect(fileURLToPath(worker)).toContain('dist')
    const options = { users: 4000, seed: 7, days: 30 }
    await writeLog(options, { out: file('one'), truth: file('one.truth'), threads: 1 })
    await writeLog(options, { out: file('two'), truth: file('two.truth'), threads: 2, worker })
    expect(read('one') === read('two')).toBe(true)
    expect(read('one.truth') === read('two.truth')).toBe(true)
  })

  it('says what is wrong with the place to write to and with the options', async () => {
    await expect(writeLog({ users: 1, seed: 1 }, { out: file('no/such/folder') })).rejects.toThrow(LetheError)
    await expect(writeLog({ users: -1, seed: 1 }, { out: file('x') })).rejects.toThrow('users')
    await expect(writeLog({ users: 1, seed: 1, world: 'nowhere' }, { out: file('x') })).rejects.toThrow('no world')
    await expect(writeLog({ users: 1, seed: 1, start: 'soon' }, { out: file('x') })).rejects.toThrow('date')
  })
})
