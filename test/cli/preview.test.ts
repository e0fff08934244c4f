import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lethe, letheIn } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const SECRET = 'zebra-kiwi'

function shop(): string {
  const dir = next('shop')
  mkdirSync(dir)
  const rows = Array.from({ length: 40 }, (_, i) => `c${i % 9},${SECRET} ${i % 3},2024-03-${10 + (i % 9)},de`)
  writeFileSync(join(dir, 'log.csv'), `customer,search_term,at,country\n${rows.join('\n')}\n`)
  return dir
}

test('says which column became what and why, types and shapes, and no value', () => {
  const log = join(shop(), 'log.csv')
  const { status, stdout, stderr } = lethe('preview', log, '--columns', 'user=customer,time=at')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/user <- customer \(named\), query <- search_term \(header\)/)
  expect(stdout).toMatch(/^country +left out +text +1 +0\.0% +xx$/m)
  expect(stdout).toMatch(/--format csv --columns user=customer,query=search_term,time=at/)
  expect(stdout + stderr).not.toContain('zebra')
  const { columns, understood } = JSON.parse(lethe('preview', log, '--columns', 'user=customer', '--json').stdout)
  expect(columns.map(({ column, becomes }: Record<string, string>) => `${column} ${becomes}`)).toEqual([
    'customer user',
    'search_term query',
    'at null',
    'country null',
  ])
  expect(understood.columns).toContainEqual({ column: 'user', from: 'customer', by: 'named' })
})

test('rows that are not UTF-8 are said, with the encoding that they look like', () => {
  const log = join(shop(), 'windows.csv')
  const rows = Array.from({ length: 40 }, (_, i) => `c${i % 9},${i % 2 ? 'Mütze grün' : 'Schal'}`)
  writeFileSync(log, `user,query\n${rows.join('\n')}\n`, 'latin1')
  expect(lethe('preview', log).stdout.replace(/\s+/g, ' ')).toContain('they look like --encoding windows-1252')
  // Also where it is not known yet which column is the query: then not all columns have been read.
  writeFileSync(log, `kunde,wort\n${rows.join('\n')}\n`, 'latin1')
  expect(JSON.parse(lethe('preview', log, '--json').stdout).likelyEncoding).toBe('windows-1252')
  writeFileSync(log, `user,query\n${rows.join('\n')}\n`, 'latin1')
  const again = lethe('preview', log, '--encoding', 'windows-1252', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 40, badRows: 0 })
  expect(JSON.parse(again.stdout).likelyEncoding).toBeUndefined()
})

test('marks and signs of scripts are no shapes', () => {
  const log = join(shop(), 'signs.tsv')
  writeFileSync(log, 'user\tquery\nanna\t\u0939\u093f\u0928\u094d\u0926\u0940 \u24d0\u2801 12\n')
  expect(lethe('preview', log).stdout).toMatch(/^query +query +text +1 +0\.0% +xxxxxx xx 99$/m)
})

test("a spreadsheet's own first line is passed over, and said: it is the same log, under differential privacy too", () => {
  const dir = shop()
  const rows = readFileSync(join(dir, 'log.csv'), 'utf8').replaceAll(',', ';')
  writeFileSync(join(dir, 'plain.csv'), rows)
  writeFileSync(join(dir, 'marked.csv'), `\ufeffsep=;\r\n${rows}`)
  const { stdout, stderr } = lethe('preview', join(dir, 'marked.csv'))
  expect(stderr).toBe('')
  expect(stdout).toContain('only tells a spreadsheet the delimiter (sep=), and is passed over')
  const columns = ['--columns', 'user=customer,query=search_term,time=at', '--format', 'csv', '--delimiter', ';']
  const ofPlans = [
    ['rare-queries', '--k', '2'],
    ['gaussian-threshold', '--epsilon', '50', '--delta', '0.01', '--items', 'queries', '--seed', '7'],
  ]
  for (const plan of ofPlans) {
    const [plain, marked] = ['plain', 'marked'].map((name) => {
      const out = join(dir, `${plan[0]}-${name}`)
      const made = lethe('release', ...plan, join(dir, `${name}.csv`), ...columns, '--out-format', 'tsv', '-o', out)
      expect({ plan, stderr: made.stderr, status: made.status }).toMatchObject({ plan, status: 0 })
      return readFileSync(join(out, 'SHA256SUMS'), 'utf8').match(/^.*\.tsv$/gm)
    })
    expect(plain).toHaveLength(1)
    expect(marked).toEqual(plain)
  }
  const { status } = lethe('verify', join(dir, 'rare-queries-marked'), '--against', join(dir, 'marked.csv'), ...columns)
  expect(status).toBe(0)
})

test('documents inside of documents: the paths to their values to choose from, and what nobody can take yet is open', () => {
  const dir = shop()
  const documents = Array.from({ length: 60 }, (_, i) => ({
    user: { id: `u${i % 9}`, session: `s${i}` },
    search: { text: `${SECRET} ${i % 3}`, hits: [1, 2] },
    '@timestamp': `2024-03-${10 + (i % 9)}T10:00:00Z`,
  }))
  writeFileSync(join(dir, 'log.ndjson'), documents.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const copied = lethe('preview', join(dir, 'log.ndjson'), '--json')
  expect(copied.stderr).toBe('')
  const { columns, understood } = JSON.parse(copied.stdout)
  expect(columns.map(({ column, becomes }: Record<string, string>) => `${column} ${becomes}`).sort()).toEqual([
    '@timestamp time',
    'search null', // which holds a list as well
    'search.text null',
    'user.id null',
    'user.session null',
  ])
  expect(understood.doubts).toEqual([
    "the column 'user' holds objects or lists: name one inside it",
    "the column 'search' holds objects or lists: name one inside it",
  ])
  expect(copied.stdout).not.toContain('zebra')
  // Nothing is guessed where it is read: that is refused, as it was.
  const { status, stderr } = lethe('inspect', join(dir, 'log.ndjson'))
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('--columns user=user.id') })
  const chosen = lethe('preview', join(dir, 'log.ndjson'), '--columns', 'user=user.id,query=search.text')
  expect(chosen.stdout).toMatch(/user <- user\.id \(named\), query <- search\.text \(named\)/)
})

test('a header that says a name twice: all columns to choose from, those two by position', () => {
  const log = join(shop(), 'twice.csv')
  writeFileSync(log, 'user,query,query,at\nu1,a,x,2020-01-01\nu2,b,y,2020-01-02\n')
  const { status, stdout } = lethe('preview', log)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^column 2 +left out.*\ncolumn 3 +left out/m)
  expect(stdout).toContain("the column 'query' stands twice in the header: say by position which is meant")
  expect(lethe('preview', log, '--columns', 'query=3').stdout).toMatch(/^column 2 +left out/m)
  expect(lethe('preview', log, '--columns', 'query=query').stderr).toContain("'query' stands twice in the header")
})

test('values are shown on a terminal only', () => {
  const { status, stdout, stderr } = lethe('preview', join(shop(), 'log.csv'), '--columns', 'user=customer', '--show')
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/--show is for a terminal/)
  expect(stdout + stderr).not.toContain('zebra')
})

test('the configuration that it writes reads the log again, and flags go before it', () => {
  const dir = shop()
  const at = (...words: string[]) => letheIn(dir, ...words)
  expect(at('preview', 'log.csv', '--columns', 'user=customer,time=at', '--write', 'lethe.yaml').status).toBe(0)
  expect(statSync(join(dir, 'lethe.yaml')).isFile()).toBe(true)
  const inspected = JSON.parse(at('inspect', '--json').stdout)
  expect(inspected).toMatchObject({ rows: 40, users: 9, queries: 3 })
  expect(inspected.understood.columns[0]).toEqual({ column: 'user', from: 'customer', by: 'named' })
  expect(JSON.parse(at('inspect', '--json', '--columns', 'user=country,query=search_term').stdout)).toMatchObject({
    users: 1,
  })
  expect(at('preview', '--write', 'lethe.yaml').stderr).toContain('lethe.yaml is there already')
  expect(at('inspect').stderr).toContain('by lethe.yaml')
})

test('a release by configuration alone; the record says what was taken for what', () => {
  const dir = shop()
  writeFileSync(join(dir, 'plan.yaml'), 'steps: [{method: rare-queries, k: 2}]\n')
  const input = 'input: {files: log.csv, columns: {user: customer, time: at}}\n'
  writeFileSync(join(dir, 'mine.yaml'), `${input}output: out\nplan: plan.yaml\n`)
  const { status, stdout } = letheIn(dir, 'release', '--config', 'mine.yaml')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^read as: user <- customer \(named\)/m)
  const record = JSON.parse(readFileSync(join(dir, 'out.private', 'record.json'), 'utf8'))
  expect(record.input.understood.columns).toContainEqual({ column: 'query', from: 'search_term', by: 'header' })
  expect(letheIn(dir, 'release', 'rare-queries', '--k', '3', '--config', 'mine.yaml', '-o', 'other').status).toBe(0)
  expect(existsSync(join(dir, 'other'))).toBe(true)
  expect(letheIn(dir, 'inspect', '--config', 'none.yaml').stderr).toMatch(/configuration none\.yaml cannot be read/)
})

test('says of few rows, and of a column that was named, that each row would be a person', () => {
  const write = (rows: number, persons: number) => {
    const log = next(`${rows}-${persons}.csv`)
    const lines = Array.from({ length: rows }, (_, i) => `${i % persons},s${i % 9},${SECRET} ${i % 3}`)
    writeFileSync(log, `user_id,shopper,search_term\n${lines.join('\n')}\n`)
    return log
  }
  const said = (verb: string, ...words: string[]) => lethe(verb, ...words).stdout.replace(/\s+/g, ' ')
  const alone = 'the column user_id has another value in each of 100 rows: every row would be a person of its own'
  for (const verb of ['preview', 'inspect']) {
    expect(said(verb, write(100, 100))).toContain(alone)
    expect(said(verb, write(100, 100), '--columns', 'user=user_id')).toContain(alone)
  }
  for (const log of [write(99, 99), write(100, 99)]) expect(said('preview', log)).not.toContain('of its own')
  expect(said('preview', write(100, 100), '--columns', 'user=shopper')).not.toContain('of its own')
  const made = lethe('release', 'rare-queries', write(100, 100), '--k', '2', '-o', next('few'))
  expect(made.status).toBe(0)
})

test('names the only column that looks like a time or a URL, with the flag that takes it', () => {
  const write = (head: string, more: string) => {
    const log = next(`${head.replaceAll(',', '-')}.csv`)
    const lines = Array.from({ length: 20 }, (_, i) => `u${i % 4},${SECRET},2026-09-${10 + i} 00:20:52,${more}`)
    writeFileSync(log, `${head}\n${lines.join('\n')}\n`)
    return log
  }
  const notes = (log: string) => JSON.parse(lethe('preview', log, '--json').stdout).notes
  expect(notes(write('user,query,searched_at,result_clicked', 'https://shop.example/p/1'))).toEqual([
    'searched_at is the only column that looks like a time, and is left out: --columns time=searched_at takes it',
    'result_clicked is the only column that looks like a URL, and is left out: --columns url=result_clicked takes it',
  ])
  expect(notes(write('user,query,begun_at,ended_at', '2026-09-30'))).toEqual([])
  expect(notes(write('user,query,time,ended_at', '2026-09-30'))).toEqual([])
})

test('a column of requests is not taken for persons without a word', () => {
  const rows = Array.from({ length: 1200 }, (_, i) => `r${i}\tquery ${i % 5}`)
  const log = next('requests.tsv')
  writeFileSync(log, `user_id\tquery\n${rows.join('\n')}\n`)
  expect(lethe('inspect', log).stdout).toMatch(/it may name requests/)
  const refused = lethe('release', 'rare-queries', log, '--k', '2', '-o', next('refused'))
  expect(refused.status).not.toBe(0)
  expect(refused.stderr).toMatch(/has 100\.0% as many values as rows/)
  const turns = [1, 2].map((n) => ({ role: 'user', content: `prompt ${n}` }))
  const chats = Array.from({ length: 1200 }, (_, i) => JSON.stringify({ user: `r${i}`, messages: turns }))
  const prompts = next('prompts.jsonl')
  writeFileSync(prompts, `${chats.join('\n')}\n`)
  expect(lethe('inspect', prompts).stdout).toMatch(/has 100\.0% as many\s+values as conversations/)
  const named = lethe('release', 'rare-queries', log, '--k', '2', '--columns', 'user=user_id', '-o', next('named'))
  expect(named.status).toBe(0)
})
