import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Decoded, keyedBench, lines, sharedLog } from '../support/shares.js'

describe('lethe encode', () => {
  test('one row for each, in order; what t persons asked opens, whoever wrote it how', async () => {
    const b = await keyedBench()
    const odd = [
      '900\tGRÖSSE\t2006-03-01 10:00:00\t\t',
      '901\tgro\u0308sse\t2006-03-01 10:00:00\t\t',
      '902\t  größe x  \t\t\t',
    ]
    const text = sharedLog(5, [...odd, '903\t-\t2006-03-01 10:00:00\t\t', 'no row', '\t\t\t\t'])
    const { status, stdout, stderr } = await b.lethe(['encode', '--key', 'key', '--t', '2'], { stdin: text })
    expect(status).toBe(0)
    const out = lines(stdout)
    expect(out).toHaveLength(lines(text).length)
    expect(out[0]).toBe('tag\tx\tfield_t2\ttext\tday')
    expect(out.slice(-3).map((row) => row.split('\t').slice(0, 4).join(''))).toEqual(['', '', ''])
    expect(out.at(-3)).toMatch(/\t2006-03-01$/)
    expect(stderr).toMatch(/2 rows did not parse/)
    expect(stderr).toMatch(/1 row held no query/)
    b.file('encoded.tsv', stdout)
    const decoded = await b.json<Decoded>('decode', 'encoded.tsv', '-o', 'open.tsv')
    expect(decoded).toMatchObject({ tags: 7, opened: 5, rejected: 0, damaged: 0 })
    const open = readFileSync(b.path('open.tsv'), 'utf8')
    expect(open).toContain('grösse')
    expect(open).toContain('question number 2\t')
    expect(open).not.toContain('question number 1\t')
  })

  test('the same bytes from one thread, from two, and from rows that come one by one', async () => {
    const b = await keyedBench()
    const rows = Array.from(
      { length: 9000 },
      (_, i) => `${i % 700}\tquery ${(i * i) % 4001}\t2006-03-0${1 + (i % 5)} 10:00:00`,
    )
    const text = `user\tquery\ttime\n${rows.join('\n')}\n`
    const words = [
      'encode',
      '--key',
      'key',
      '--t',
      '3',
      '--epoch',
      'day',
      '--link',
      'user',
      '--time',
      'hour',
      '--quiet',
    ]
    const one = await b.lethe(words, { stdin: text })
    expect(lines(one.stdout)).toHaveLength(9001)
    expect((await b.lethe([...words, '--threads', '2'], { stdin: text })).stdout).toBe(one.stdout)
    const slow = b.start(words, { stdin: { open: true } })
    for (let at = 0; at < text.length; at += 70_001) {
      slow.child.stdin?.write(text.slice(at, at + 70_001))
      await new Promise((done) => setTimeout(done, 5))
    }
    slow.child.stdin?.end()
    expect((await slow.outcome).stdout).toBe(one.stdout)
  })

  test('rows are there as soon as they came', async () => {
    const b = await keyedBench()
    for (const threads of ['1', '2']) {
      const { child } = b.start(['encode', '--key', 'key', '--t', '3', '--threads', threads], { stdin: { open: true } })
      let seen = ''
      child.stdout?.on('data', (piece: string) => (seen += piece))
      child.stdin?.write('user\tquery\n1\tfirst\n2\tsec')
      while (lines(seen).length < 2) await once(child.stdout as NodeJS.ReadableStream, 'data')
      child.stdin?.write('ond\n')
      while (lines(seen).length < 3) await once(child.stdout as NodeJS.ReadableStream, 'data')
      child.stdin?.end()
      await once(child, 'close')
    }
  })

  test('ends quietly when nobody reads any more', async () => {
    const b = await keyedBench()
    b.file('log.tsv', sharedLog(60))
    const { stdout, stderr } = await b.bash(
      `lethe encode --key key --t 3 --quiet < log.tsv | head -n 2; echo "\${PIPESTATUS[0]}"`,
    )
    expect(stderr).toBe('')
    expect(lines(stdout)).toHaveLength(3)
    expect(stdout).toMatch(/\n0\n$/)
  })

  test('takes quoted rows, other columns, and times that name their zone', async () => {
    const b = await keyedBench()
    const words = ['encode', '--key', 'key', '--t', '2', '--time', 'hour', '--zone', 'Europe/Berlin', '--quiet']
    const csv =
      'when,who,what\n2006-03-01T23:30:00Z,1,"one, ""two"""\n1141255800,2,"one, ""two"""\n20060302003000,3,"line\nend"\n'
    const { stdout } = await b.lethe([...words, '--columns', 'user=who,query=what,time=when'], { stdin: csv })
    expect(
      lines(stdout)
        .slice(1)
        .map((row) => row.split('\t')[4]),
    ).toEqual(Array(3).fill('2006-03-02 00:00:00'))
    b.file('encoded.tsv', stdout)
    await b.lethe(['decode', 'encoded.tsv', '-o', 'open.ndjson'])
    const open = lines(readFileSync(b.path('open.ndjson'), 'utf8')).map((line) => JSON.parse(line).query)
    expect(open.filter((query) => query !== null && query !== undefined)).toEqual(['one, "two"', 'one, "two"'])
  })

  test('takes lines of JSON, and shares as rows of text do', async () => {
    const b = await keyedBench()
    const words = ['encode', '--key', 'key', '--t', '2', '--time', 'exact', '--quiet']
    const documents = [
      { user: 12, query: 'One  "two"', time: '2006-03-01 10:00:00' },
      { time: '2006-03-01 10:00:01', query: 'tab\there', user: 'a b' },
      { user: 13, query: 'größe' },
      { user: null, query: 'nobody' },
    ]
    const json = [
      ...documents.map((one) => JSON.stringify(one)),
      '',
      '[1]',
      '{"user":9007199254740993,"query":"q 12345678901234567890"}',
    ]
    const text =
      'user\tquery\ttime\n12\tone "two"\t2006-03-01 10:00:00\na b\ttab here\t2006-03-01 10:00:01\n13\tgröße\t\n?\n?\n9007199254740993\tq 12345678901234567890\t\n'
    const fromJson = await b.lethe(words, { stdin: json.join('\r\n') })
    expect(fromJson.stdout).toBe((await b.lethe(words, { stdin: text })).stdout)
    expect(lines(fromJson.stdout)).toHaveLength(7)
    const nested = '{"who":{"id":12},"q.text":"One  two","at":1141207200}\n'
    const named = await b.lethe([...words, '--columns', 'user=who.id,query=q.text,time=at'], { stdin: nested })
    expect(lines(named.stdout)[1]).toMatch(/\t2006-03-01 10:00:00$/)
    const packed = await b.lethe(words, { stdin: gzipSync(text).toString('latin1') })
    expect([packed.status, packed.stdout]).toEqual([2, ''])
  })

  test('two epochs do not link: tags, points and pseudonyms of one are not those of the other', async () => {
    const b = await keyedBench()
    const rows = 'user\tquery\ttime\n1\ta\t2006-03-01\n1\ta\t2006-03-31\n1\ta\t2006-04-01\n'
    const words = ['encode', '--key', 'key', '--t', '2', '--epoch', 'month', '--link', 'user', '--quiet']
    const [, first, same, next] = lines((await b.lethe(words, { stdin: rows })).stdout).map((row) =>
      row.split('\t').slice(0, 5),
    )
    expect(same).toEqual(first)
    expect(next?.filter((cell) => first?.includes(cell))).toEqual([])
  })

  test('what makes no sense is refused', async () => {
    const b = await keyedBench()
    await b.lethe(['keygen', '-o', 'open'])
    chmodSync(b.path('open'), 0o644)
    const cases: readonly (readonly [string, RegExp])[] = [
      ['--t 3', /shares need a key/],
      ['--key key', /needs --t/],
      ['--key open --t 3', /read by others/],
      ['--key key --t 3 --scheme shamir --n 2', /--n must be/],
      ['--key key --t 3 --scheme oblivious', /needs --server/],
      ['--key key --t 3 --zone Nowhere', /no time zone/],
    ]
    await Promise.all(
      cases.map(async ([flags, words]) => {
        const { status, stdout, stderr } = await b.lethe(['encode', ...flags.split(' ')], { stdin: sharedLog(2) })
        expect([status, stdout]).toEqual([2, ''])
        expect(stderr).toMatch(words)
      }),
    )
  })

  test('the key of one epoch encodes that epoch as the key itself does, and no other', async () => {
    const b = await keyedBench()
    await b.lethe(['keygen', '--from', 'key', '--epoch', '2006-03', '-o', 'march'])
    const rows = 'user\tquery\ttime\n1\ta\t2006-03-01\n2\ta\t2006-04-01\n'
    const words = ['encode', '--t', '2', '--epoch', 'month', '--quiet', '--key']
    const whole = lines((await b.lethe([...words, 'key'], { stdin: rows })).stdout)
    const part = lines((await b.lethe([...words, 'march'], { stdin: rows })).stdout)
    expect(part[1]).toBe(whole[1])
    expect(part[2]?.replace(/\t/g, '')).toBe('')
    expect(whole[1]?.split('\t')[0]).not.toBe(whole[2]?.split('\t')[0])
    const refused = await b.lethe([
      'release',
      'secret-shares',
      b.file('log.tsv', rows),
      '--t',
      '2',
      '--key',
      'march',
      '-o',
      'r',
    ])
    expect(refused.stderr).toMatch(/epoch 2006-03 alone/)
  })
})
