import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Bench } from './lethe.js'

const MAIN = resolve(import.meta.dirname, '../dist/src/cli/main.js')

/** An AOL-shaped log: question q is asked by q persons, three times each. */
function log(questions: number, more: readonly string[] = []): string {
  const rows = ['AnonID\tQuery\tQueryTime\tItemRank\tClickURL']
  for (let q = 1; q <= questions; q++)
    for (let u = 1; u <= q; u++)
      for (let r = 1; r <= 3; r++)
        rows.push(`${q * 100 + u}\tQuestion  number ${q}\t2006-03-0${r} 10:00:0${u % 10}\t1\thttp://site${q}.example`)
  return `${[...rows, ...more].join('\n')}\n`
}

async function bench(): Promise<Bench> {
  const made = new Bench()
  await made.lethe(['keygen', '-o', 'key'])
  return made
}

interface Decoded {
  readonly tags: number
  readonly opened: number
  readonly rows: number
  readonly rowsOpened: number
  readonly rejected: number
  readonly damaged: number
}

const lines = (text: string) => text.replace(/\n$/, '').split('\n')

describe('lethe encode', () => {
  test('one row for each, in order; what t persons asked opens, whoever wrote it how', async () => {
    const b = await bench()
    const odd = [
      '900\tGRÖSSE\t2006-03-01 10:00:00\t\t',
      '901\tgro\u0308sse\t2006-03-01 10:00:00\t\t',
      '902\t  größe x  \t\t\t',
    ]
    const text = log(5, [...odd, '903\t-\t2006-03-01 10:00:00\t\t', 'no row', '\t\t\t\t'])
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
    const b = await bench()
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
    const b = await bench()
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
    const b = await bench()
    b.file('log.tsv', log(60))
    const { stdout, stderr } = await b.bash(
      `lethe encode --key key --t 3 --quiet < log.tsv | head -n 2; echo "\${PIPESTATUS[0]}"`,
    )
    expect(stderr).toBe('')
    expect(lines(stdout)).toHaveLength(3)
    expect(stdout).toMatch(/\n0\n$/)
  })

  test('takes quoted rows, other columns, and times that name their zone', async () => {
    const b = await bench()
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
    const b = await bench()
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
    const b = await bench()
    const rows = 'user\tquery\ttime\n1\ta\t2006-03-01\n1\ta\t2006-03-31\n1\ta\t2006-04-01\n'
    const words = ['encode', '--key', 'key', '--t', '2', '--epoch', 'month', '--link', 'user', '--quiet']
    const [, first, same, next] = lines((await b.lethe(words, { stdin: rows })).stdout).map((row) =>
      row.split('\t').slice(0, 5),
    )
    expect(same).toEqual(first)
    expect(next?.filter((cell) => first?.includes(cell))).toEqual([])
  })

  test('what makes no sense is refused', async () => {
    const b = await bench()
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
        const { status, stdout, stderr } = await b.lethe(['encode', ...flags.split(' ')], { stdin: log(2) })
        expect([status, stdout]).toEqual([2, ''])
        expect(stderr).toMatch(words)
      }),
    )
  })

  test('the key of one epoch encodes that epoch as the key itself does, and no other', async () => {
    const b = await bench()
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

describe('lethe decode', () => {
  const release = async (b: Bench, name: string, text: string, key = 'key') => {
    const words = [
      'release',
      'secret-shares',
      b.file(`${name}.tsv`, text),
      '--key',
      key,
      '--t',
      '3',
      '--out-format',
      'tsv',
    ]
    const { status, stderr } = await b.lethe([...words, '-o', name])
    expect([status, stderr]).toEqual([0, ''])
  }
  const table = (b: Bench, path: string) => lines(readFileSync(b.path(path), 'utf8')).map((line) => line.split('\t'))
  const put = (b: Bench, path: string, rows: readonly (readonly string[])[]) =>
    writeFileSync(b.path(path), rows.map((row) => `${row.join('\t')}\n`).join(''))
  const flip = (digits: string) => `${digits[0] === 'f' ? '0' : 'f'}${digits.slice(1)}`
  const readText = (b: Bench, path: string) => readFileSync(b.path(path), 'utf8')

  test('a release and a stream of the same rows share alike', async () => {
    const b = await bench()
    await release(b, 'r', log(5))
    const { stdout } = await b.lethe(['encode', '--key', 'key', '--t', '3', '--quiet'], { stdin: log(5) })
    const streamed = new Set(
      lines(stdout)
        .slice(1)
        .map((row) => row.split('\t').slice(0, 3).join('\t')),
    )
    expect(
      new Set(
        table(b, 'r/shares.tsv')
          .slice(1)
          .map((row) => row.join('\t')),
      ),
    ).toEqual(streamed)
    b.file('stream.tsv', stdout)
    expect(await b.json<Decoded>('decode', 'stream.tsv', '-o', 'open.tsv')).toMatchObject({
      tags: 5,
      opened: 3,
      rows: 45,
      rowsOpened: 36,
    })
  })

  test('wrong shares among good ones are found out; what cannot be told apart stays closed', async () => {
    const b = await bench()
    await release(b, 'r', log(8))
    const [header = [], ...shares] = table(b, 'r/shares.tsv')
    const persons = new Map<string, number>()
    for (const [tag = ''] of shares) persons.set(tag, (persons.get(tag) ?? 0) + 1)
    const tagOf = (n: number) => [...persons].find(([, count]) => count === n)?.[0] as string
    const of = (n: number) => shares.filter(([tag]) => tag === tagOf(n))
    const lie = ([tag, x, y]: readonly string[]) => [tag as string, x as string, flip(y as string)]
    const changed = new Set([...of(8).slice(0, 2), ...of(3).slice(0, 1), ...of(5).slice(0, 2)])
    const extra = [...of(7), ...of(7)] // duplicated rows say nothing new
    const broken = [
      [tagOf(6), 'not hex', '00'],
      [tagOf(6), '0'.repeat(32), '0'.repeat(31) + '1'],
    ]
    put(b, 'r/shares.tsv', [header, ...shares.map((row) => (changed.has(row) ? lie(row) : row)), ...extra, ...broken])
    const decoded = await b.json<Decoded>('decode', 'r', '-o', 'open.tsv', '--rejected', 'rejected.tsv')
    const open = readText(b, 'open.tsv')
    // 8 shares, t = 3: two may be wrong. 5 shares: one may be, and two are. 3 shares: none may be.
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter((q) => open.includes(`question number ${q}\t`))).toEqual([4, 6, 7, 8])
    expect(decoded).toMatchObject({ tags: 8, opened: 4, damaged: 2, rejected: 2 + 5 + 1 + 3 + 1 + 2 })
    expect(readText(b, 'rejected.tsv')).toContain('contradicts the others')
    expect((await b.json<{ holds: boolean }>('verify', 'r').catch(() => ({ holds: false }))).holds).toBe(false)
  })

  test('rows of another key stand for themselves', async () => {
    const b = await bench()
    await b.lethe(['keygen', '-o', 'other'])
    await release(b, 'one', log(4))
    await release(b, 'two', log(4), 'other')
    const both = await b.json<Decoded>('decode', 'one', 'two', '-o', 'open.tsv')
    expect(both).toMatchObject({ tags: 8, opened: 4, rejected: 0, damaged: 0 })
  })

  test('a changed bit in a text or a tag opens nothing else', async () => {
    const b = await bench()
    await release(b, 'r', log(4))
    const [header = [], ...texts] = table(b, 'r/ciphertexts.tsv')
    put(b, 'r/ciphertexts.tsv', [header, ...texts.map(([tag = '', text = '']) => [tag, flip(text)])])
    expect(await b.json<Decoded>('decode', 'r', '-o', 'open.tsv')).toMatchObject({ opened: 0, damaged: 2 })
    put(b, 'r/ciphertexts.tsv', [header, ...texts.map(([tag = '', text = '']) => [flip(tag), text])])
    expect(await b.json<Decoded>('decode', 'r', '-o', 'open.tsv')).toMatchObject({ opened: 0, damaged: 2 })
    expect(readText(b, 'open.tsv')).not.toContain('question')
  })

  test('rows that come later open earlier ones', async () => {
    const b = await bench()
    const rows = (users: readonly number[]) => `user\tquery\n${users.map((user) => `${user}\tlate\n`).join('')}`
    const encode = async (name: string, users: readonly number[]) => {
      const { stdout } = await b.lethe(['encode', '--key', 'key', '--t', '3', '--quiet'], { stdin: rows(users) })
      b.file(name, stdout)
    }
    await encode('monday.tsv', [1, 2, 1])
    await encode('tuesday.tsv', [2, 3])
    expect(await b.json<Decoded>('decode', 'monday.tsv', '-o', 'a.tsv')).toMatchObject({ opened: 0, rows: 3 })
    const later = await b.json<Decoded>('decode', 'monday.tsv', '--with', 'tuesday.tsv', '-o', 'b.tsv')
    expect(later).toMatchObject({ opened: 1, rows: 3, rowsOpened: 3 })
    expect(await b.json<Decoded>('decode', 'monday.tsv', 'tuesday.tsv', '-o', 'c.tsv')).toMatchObject({
      rows: 5,
      rowsOpened: 5,
    })
  })

  test('what is not shared is refused', async () => {
    const b = await bench()
    b.file('plain.tsv', log(2))
    await b.lethe(['release', 'rare-queries', 'plain.tsv', '--k', '2', '-o', 'rare'])
    await release(b, 'r', log(2))
    await b
      .lethe(['encode', '--key', 'key', '--t', '4', '--quiet'], { stdin: log(2) })
      .then(({ stdout }) => b.file('four.tsv', stdout))
    for (const inputs of [['plain.tsv'], ['rare'], ['none'], ['r', 'four.tsv']])
      expect((await b.lethe(['decode', ...inputs, '-o', 'open.tsv'])).status).toBe(2)
    expect((await b.lethe(['decode', 'r'])).stderr).toMatch(/Add -o FILE/)
  })
})

describe('lethe oprf-server', () => {
  test('serves encode, release and the attack, over epochs, and sees no query', async () => {
    const b = await bench()
    await b.lethe(['keygen', '-o', 'server'])
    await b.lethe(['keygen', '-o', 'token'])
    const printed = ['--print-public-key', '--epoch', 'month', '--days', '2006-03-31..2006-04-01']
    const { stdout: keys } = await b.lethe(['oprf-server', '--key', 'server', ...printed])
    b.file('server.pub', keys)
    expect(keys.match(/^2006-0[34] [0-9a-f]{64}$/gm)).toHaveLength(2)
    const child = spawn(
      process.execPath,
      [
        MAIN,
        'oprf-server',
        '--key',
        'server',
        '--port',
        '0',
        '--epoch',
        'month',
        '--also',
        '2006-03',
        '--token',
        'token',
        '--json',
      ],
      { cwd: b.dir },
    )
    try {
      const { url } = JSON.parse(await output(child.stdout)) as { url: string }
      const sharing = [
        '--key',
        'key',
        '--t',
        '2',
        '--scheme',
        'oblivious',
        '--epoch',
        'month',
        '--server',
        url,
        '--server-key',
        'server.pub',
        '--server-token',
        'token',
      ]
      const encoded = await b.lethe(['encode', ...sharing, '--quiet'], { stdin: log(3) })
      b.file('stream.tsv', encoded.stdout)
      expect(await b.json<Decoded>('decode', 'stream.tsv', '-o', 'open.tsv')).toMatchObject({ tags: 3, opened: 2 })
      await b.lethe(['release', 'secret-shares', b.file('log.tsv', log(3)), ...sharing, '-o', 'r'])
      expect((await b.lethe(['verify', 'r', '--against', 'log.tsv'])).status).toBe(3) // what stays closed, the other party must show
      const attack = ['attack', 'guess-dictionary', 'r', '--reference', 'log.tsv', '--key', 'key']
      expect(await b.json(...attack)).toMatchObject({ scored: { tried: 3, opened: 0 } })
      expect(await b.json(...attack, '--server', url, '--server-token', 'token')).toMatchObject({
        scored: { tried: 3, opened: 1 },
      })
      const without = sharing.slice(0, -2)
      const strange = await b.lethe(['encode', ...without, '--quiet'], { stdin: log(3) })
      expect([strange.status, strange.stderr]).toEqual([2, expect.stringContaining('asks for a token')])
      const closed = await b.lethe(['encode', ...sharing, '--quiet'], {
        stdin: log(3).replaceAll('2006-03', '2006-04'),
      })
      expect([closed.status, closed.stderr]).toEqual([2, expect.stringContaining('does not serve that epoch')])
    } finally {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
  })
})

async function output(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of stream) {
    text += piece
    if (text.trimEnd().endsWith('}')) break
  }
  return text
}

test('guess-dictionary: nothing without the key, everything in the dictionary with it', async () => {
  const b = await bench()
  b.file('log.tsv', log(6))
  await b.lethe(['release', 'secret-shares', 'log.tsv', '--key', 'key', '--t', '4', '--epoch', 'day', '-o', 'r'])
  const attack = ['attack', 'guess-dictionary', 'r', '--reference', 'log.tsv']
  expect(await b.json(...attack)).toMatchObject({ guesses: 0, scored: { tried: 18, opened: 0 } })
  // three questions of fewer than four persons, each under another tag on each of three days
  expect(await b.json(...attack, '--key', 'key', '-o', 'guesses.tsv')).toMatchObject({
    scored: { tried: 18, opened: 9 },
  })
  expect(readFileSync(join(b.dir, 'guesses.tsv'), 'utf8')).toContain('question number 1')
})
