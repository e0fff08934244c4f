import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { forgeRows } from '../support/forge-series.js'
import { type Added, COUNTS, day, HEAD, people, rows, Series } from '../support/series.js'

/** The same counts at another epsilon. */
const promising = (epsilon: string) => COUNTS.map((word) => (word === '60' ? epsilon : word))

describe('counts every day', () => {
  test('are those of the window, each person once, within noise; what is past is forgotten', async () => {
    const on = new Series()
    expect((await on.init(...COUNTS, '--window', '3', '--per-user', '2', '--keys', 'keys')).status).toBe(0)
    const keys = on.path('keys')
    expect(existsSync(keys)).toBe(false)
    // tea: 100 persons on each of two days, the same ones; soup: 100 others on the second day.
    const first = await on.add(1, people('tea', 0, 100))
    expect(first).toMatchObject({ done: true, period: day(1), released: 1, empty: false, ledger: { releases: 1 } })
    expect(Math.abs(on.counts(1).tea! - 100)).toBeLessThan(20)
    await on.add(2, [...people('tea', 0, 100), ...people('soup', 100, 200)])
    expect(Math.abs(on.counts(2).tea! - 100)).toBeLessThan(20) // once in a stretch
    expect(Math.abs(on.counts(2).soup! - 100)).toBeLessThan(20)
    await on.add(3, [])
    expect(Object.keys(on.counts(3)).sort()).toEqual(['soup', 'tea']) // tested though nobody asked
    // A new stretch: bounds begin anew, and the window reaches back to the second day alone.
    const fourth = await on.add(4, people('tea', 0, 100))
    expect(fourth.ledger.releases).toBe(2)
    expect(Object.keys(on.counts(4)).sort()).toEqual(['soup', 'tea'])
    expect(Math.abs(on.counts(4).tea! - 100)).toBeLessThan(25)
    // Beside each key stands what was released with it.
    const notes = (stretch: number, ...days: number[]) => days.map((n) => `stretch-${stretch}.${day(n)}`)
    expect(readdirSync(keys).sort()).toEqual([...notes(0, 1, 2, 3), 'stretch-0.key', ...notes(1, 4), 'stretch-1.key'])
    await on.add(5, [])
    expect(on.counts(5)).not.toHaveProperty('soup')
    await on.add(6, [])
    expect(readdirSync(keys).sort()).toEqual([...notes(1, 4, 5, 6), 'stretch-1.key'])
    const kept = [1, 2, 3, 4, 5, 6].map((n) =>
      readdirSync(on.path(`s.private/${day(n)}`)).filter((f) => f.endsWith('.enc')),
    )
    expect(kept).toEqual([[], [], [], [], ['items.enc'], ['items.enc']])
    // Nothing that the series keeps or publishes beside its items holds a text or a person in the clear.
    for (const file of readdirSync(on.path(`s.private/${day(6)}`)))
      expect(readFileSync(on.path(`s.private/${day(6)}/${file}`), 'latin1')).not.toMatch(/soup|u10[0-9]/)
  })

  test('a person gives --per-user items in a window, whatever the day', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--window', '2', '--per-user', '1', '--min-users', '1')
    await on.add(1, people('first', 0, 200))
    await on.add(2, people('second', 0, 200))
    expect(Object.keys(on.counts(2))).toEqual(['first'])
    await on.add(3, people('second', 0, 200))
    expect(on.counts(3)).toEqual({ second: expect.any(Number) })
  })

  test('without state, items of every period, m/W of them', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--window', '2', '--per-user', '2', '--stateless')
    await on.add(1, people('tea', 0, 200))
    expect(readdirSync(on.path(`s.private/${day(1)}`))).not.toContain('given.enc')
    await on.add(2, people('tea', 0, 200))
    expect(Math.abs(on.counts(2).tea! - 400)).toBeLessThan(60)
  })

  test('for ever: since the beginning, up to the horizon', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--window', 'ever', '--horizon', '4', '--per-user', '2')
    await on.add(1, people('tea', 0, 100))
    await on.add(3, people('tea', 50, 150))
    expect(Math.abs(on.counts(3).tea! - 150)).toBeLessThan(30)
    expect((await on.refused(on.log(5, []), '--period', day(5))).stderr).toContain('the horizon of the series is over')
    expect((await on.json<{ due: string[] }>('series', 'show', 's')).due).toEqual([day(4)])
    expect(readdirSync(on.path(`s.private/${day(1)}`))).toContain('given.enc')
  })

  test('by week: the week begins on Monday', async () => {
    const on = new Series()
    await on.lethe(['series', 'init', 's', '--population', 'them', '--every', 'week', '--ledger', 'books', ...COUNTS])
    expect((await on.add(4, people('tea', 0, 100))).period).toBe('2026-03-02')
    expect((await on.add(10, people('tea', 0, 100))).period).toBe('2026-03-09')
  })
})

describe('periods', () => {
  test('again, with other content, out of order, missed, empty, without times', async () => {
    const on = new Series()
    await on.init(...COUNTS)
    await on.add(2, people('tea', 0, 100))
    const bytes = on.bytes(2)
    expect(await on.add(2, people('tea', 0, 100))).toMatchObject({ done: false, released: 1 })
    const other = await on.refused(on.log(2, people('soup', 0, 100)))
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('has been added with other content')])
    expect(on.bytes(2)).toBe(bytes)
    expect((await on.refused(on.log(1, people('tea', 0, 100)))).stderr).toContain('lies before 2026-03-02')
    expect((await on.add(5, [])).missed).toEqual([day(3), day(4)])
    expect((await on.refused(on.log(6, []))).stderr).toContain('its period must be named')
    const timeless = on.file('timeless.tsv', 'user\tquery\nu1\ttea\n')
    const refused = await on.refused(timeless)
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('the log has no times')])
    expect((await on.json<Added>('series', 'add', 's', timeless, '--period', day(6))).done).toBe(true)
    expect((await on.refused(timeless, '--period', 'yesterday')).status).toBe(2)
    const shown = await on.json<{ periods: { period: string }[]; missed: string[]; due: string[] }>(
      'series',
      'show',
      's',
    )
    expect(shown.periods.map(({ period }) => period)).toEqual([day(2), day(5), day(6)])
    expect(shown.missed).toEqual([day(3), day(4)])
    expect(shown.due[0]).toBe(day(7)) // however long ago: whoever adds later ones first can never add it
    expect((await on.lethe(['series', 'show', 's', '--due'])).status).toBe(1)
    expect((await on.lethe(['series', 'show', 's'])).status).toBe(0)
  }, 180_000)

  test('late rows count where they arrive, or are left out', async () => {
    for (const [late, there] of [
      ['join', ['late', 'tea']],
      ['drop', ['tea']],
    ] as const) {
      const on = new Series()
      await on.init(...COUNTS, '--late', late)
      const log = on.file('mixed.tsv', HEAD + rows(2, people('tea', 0, 200)) + rows(1, people('late', 200, 300)))
      expect(await on.json<Added>('series', 'add', 's', log)).toMatchObject({ period: day(2), outside: 100 })
      expect(Object.keys(on.counts(2)).sort()).toEqual(there)
    }
  })

  test('nothing comes out: status 0, and what helps', async () => {
    const on = new Series()
    await on.init(...COUNTS)
    const added = await on.add(1, [['u1', 'alone']])
    expect(added).toMatchObject({ released: 0, empty: true })
    expect(added.warnings.join()).toMatch(/nothing came through: .* times as many persons would be needed, with any/)
    expect((await on.lethe(['verify', `s/${day(1)}`])).status).toBe(3)
  })

  test('nothing comes out of many: how many more, or which epsilon, is told; of nobody: that', async () => {
    const on = new Series()
    await on.init(...promising('1'))
    expect((await on.add(1, [])).warnings.join()).toContain('nobody gave anything in its window')
    const { warnings } = await on.add(2, people('tea', 0, 100))
    const [, times, epsilon] = /about ([\d.]+) times as many persons or an epsilon of ([\d.]+) would/.exec(
      warnings.join(),
    )!
    expect(Number(times)).toBeGreaterThan(1)
    // At that epsilon it comes through about every second time, and at three times that surely.
    const more = new Series()
    await more.init(...promising(String(3 * Number(epsilon))))
    await more.add(2, people('tea', 0, 100))
    expect(more.counts(2)).toHaveProperty('tea')
  })

  test('two at once: one after the other, or one is refused; never both by halves', async () => {
    const on = new Series()
    await on.init(...COUNTS)
    const logs = [1, 2].map((n) => on.log(n, people('tea', 0, 100)))
    const ended = await Promise.all(logs.map((log) => on.lethe(['series', 'add', 's', log])))
    const made = readdirSync(on.path('s')).filter((name) => name.startsWith('2026'))
    expect(made.length).toBe(ended.filter(({ status }) => status === 0).length)
    for (const { status, stderr } of ended) expect([0, 2], stderr).toContain(status)
    expect(readdirSync(on.path('s.private')).filter((name) => name.startsWith('.adding'))).toEqual([])
  })
})

describe('what is spent', () => {
  test('a window is paid for once; without budget the next is refused, and nothing is published', async () => {
    const on = new Series()
    await on.lethe(['ledger', 'set', 'them', '--epsilon', '30', '--delta', '1e-2', '--ledger', 'books'])
    expect((await on.init(...COUNTS, '--window', '2')).status).toBe(0)
    await on.add(1, people('tea', 0, 100))
    await on.add(2, people('tea', 0, 100))
    const refused = await on.refused(on.log(3, people('tea', 0, 100)))
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('has spent epsilon')])
    expect(readdirSync(on.path('s')).sort()).toEqual([day(1), day(2), 'series.json'])
    const { entries } = await on.json<{ entries: { part?: string }[] }>('ledger', 'them', '--ledger', 'books')
    expect(entries.filter(({ part }) => part !== undefined)).toHaveLength(1)
  })

  test('thresholds, which no epsilon bounds, do not even begin where there is a budget', async () => {
    const on = new Series()
    await on.lethe(['ledger', 'set', 'them', '--epsilon', '30', '--delta', '1e-2', '--ledger', 'books'])
    const refused = await on.init('--method', 'rare-queries', '--k', '5')
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('no epsilon bounds')])
    expect(existsSync(on.path('s'))).toBe(false)
  })

  test('a population has one series', async () => {
    const on = new Series()
    await on.init(...COUNTS)
    const second = await on.lethe([
      'series',
      'init',
      't',
      '--population',
      'them',
      '--every',
      'day',
      '--ledger',
      'books',
      ...COUNTS,
    ])
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('has a series already')])
    expect(existsSync(on.path('t'))).toBe(false)
  })

  test('a key that is gone stops the series, before anything is counted without bounds', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--keys', 'keys')
    await on.add(1, people('tea', 0, 100))
    rmSync(on.path('keys/stretch-0.key'))
    const refused = await on.refused(on.log(2, people('tea', 0, 100)))
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('the key of a window that has begun')])
    expect(existsSync(on.path('keys/stretch-0.key'))).toBe(false)
  })

  test('what the series remembers and was damaged stops it', async () => {
    const on = new Series()
    await on.init(...COUNTS)
    await on.add(1, people('tea', 0, 100))
    writeFileSync(on.path(`s.private/${day(1)}/given.enc`), 'nobody gave anything')
    expect((await on.refused(on.log(2, people('tea', 0, 100)))).stderr).toContain('is gone or damaged')
  })
})

describe('the grammar', () => {
  test.each([
    [['--method', 'zealous', '--epsilon', '1', '--delta', '1e-6'], 'zealous cannot be released every period'],
    [['--method', 'phrases', '--epsilon', '1', '--delta', '1e-6'], 'draws all noise anew'],
    [['--method', 'synthetic', '--epsilon', '1', '--delta', '1e-6'], 'draws all noise anew'],
    [['--method', 'km-deletion', '--k', '5'], 'does not look at earlier releases'],
    [['--method', 'nothing', '--epsilon', '1'], "there is no method 'nothing'"],
    [['--method', 'rare-queries', '--k', '5', '--epsilon', '1'], 'promises nothing by epsilon'],
    [['--method', 'gaussian-threshold', '--delta', '1e-6'], 'needs --epsilon'],
    [[...COUNTS, '--window', '0'], 'a number of days is needed'],
    [[...COUNTS, '--window', '9000'], '--window is a number of days'],
    [[...COUNTS, '--window', '5', '--horizon', '9'], '--horizon belongs to --window ever'],
    [[...COUNTS, '--window', '30', '--stateless'], 'without state a person gives'],
    [[...COUNTS, '--neighbours', 'replace'], 'not of persons who are replaced'],
    [[...COUNTS, '--weights', 'unit', '--min-users', '1'], '--weights unit is for single releases'],
    [[...COUNTS, '--weights', 'unit'], '--weights unit is for single releases'],
    [[...COUNTS, '--keys', 's.private/keys'], 'keys must lie apart'],
    [[...COUNTS, '--plan', 'x'], '--plan and --method exclude each other'],
    [[], 'no method was named'],
  ])('%j: %s', async (words, said) => {
    const on = new Series()
    const { status, stderr } = await on.init(...words)
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
    expect(existsSync(on.path('s'))).toBe(false)
  })

  test('a plan with steps on single rows before the counts', async () => {
    const on = new Series()
    const plan = on.file(
      'plan.json',
      JSON.stringify({
        steps: [
          { method: 'scrub', locale: 'en' },
          { method: 'gaussian-threshold', minUsers: 2 },
        ],
      }),
    )
    expect((await on.init('--plan', plan, '--epsilon', '60', '--delta', '1e-3', '--out-format', 'tsv')).stderr).toBe('')
    await on.add(1, people('mail ann@example.org', 0, 100))
    expect(Object.keys(on.counts(1)).join()).not.toContain('ann@')
    expect(on.counts(1)).not.toEqual({})
    expect((await on.lethe(['verify', `s/${day(1)}`])).status).toBe(3)
  })

  test('no series, and no such folder', async () => {
    const on = new Series()
    expect((await on.refused('x.tsv')).stderr).toContain('s is no series')
    expect((await on.lethe(['series', 'show', 's'])).status).toBe(2)
    await on.init(...COUNTS)
    expect((await on.init(...COUNTS)).stderr).toContain('exists')
  })
})

describe('verify of one release', () => {
  test('shows its form and its thresholds, never the promise; finds counts that are too low, and other promises', async () => {
    const on = new Series()
    await on.init(...COUNTS)
    const { threshold, guarantee } = await on.add(1, people('tea', 0, 200))
    expect(guarantee.sentence).toContain("differ in all of one person's rows of any 30 consecutive days (by arrival)")
    expect(guarantee.sentence).toContain('Who is active all year risks')
    const verify = async (dir: string, ...more: string[]) => {
      const { status, stdout } = await on.lethe(['verify', dir, '--json', ...more])
      return {
        status,
        ...(JSON.parse(stdout) as {
          holds: boolean | null
          checks: { name: string; holds: boolean | null; detail: string }[]
        }),
      }
    }
    const honest = await verify(`s/${day(1)}`)
    expect([honest.status, honest.holds]).toEqual([3, null])
    expect(honest.checks.find(({ name }) => name === 'counts above the threshold')?.detail).toContain(String(threshold))
    const against = await verify(`s/${day(1)}`, '--against', on.path(`${day(1)}.tsv`))
    expect(against.status).toBe(3)
    expect(against.checks.find(({ name }) => name === 'the log')?.detail).toContain('a whole window')
    cpSync(on.path(`s/${day(1)}`), on.path('low'), { recursive: true })
    forgeRows(on.path('low'), (text) => `${text}zebra\t${threshold}\n`)
    expect((await verify('low')).holds).toBe(false)
    for (const [what, forged] of [
      ['window', (manifest: string) => manifest.replaceAll('"window": 30', '"window": 60')],
      ['year', (manifest: string) => manifest.replace(/"year": \{\s*"epsilon": [\d.]+/, '"year": { "epsilon": 1')],
      ['alone', (manifest: string) => manifest.replace(/ {2}"series": \{[^}]*\},\n/, '')],
    ] as const) {
      cpSync(on.path(`s/${day(1)}`), on.path(what), { recursive: true })
      forgeRows(on.path(what), (text) => text, forged)
      expect((await verify(what)).holds, what).toBe(false)
    }
  })
})

describe('thresholds every day', () => {
  test('look back along the chain, and are held against the releases before', async () => {
    const on = new Series()
    await on.init('--method', 'rare-queries', '--k', '3', '--out-format', 'tsv', '--window', '2')
    expect((await on.add(1, [...people('tea', 0, 5), ...people('soup', 0, 2)])).differences).toEqual([])
    // soup: one person came to the two of the day before, which is not enough; stew: three new ones.
    const second = await on.add(2, [...people('tea', 0, 5), ...people('soup', 0, 3), ...people('stew', 0, 3)])
    expect(Object.keys(on.counts(2)).sort()).toEqual(['stew', 'tea'])
    expect(second.differences.map(({ since }) => since)).toEqual([
      'the release before',
      'the first of the window',
      'all of the window',
    ])
    expect(second.differences[0]).toMatchObject({ appeared: 1, attributable: 0 })
    const third = await on.add(3, people('soup', 0, 9))
    expect(Object.keys(on.counts(3))).toEqual(['soup']) // six who had not asked before
    expect(third.differences.every(({ appeared }) => appeared === 1)).toBe(true)
    expect((await on.lethe(['verify', `s/${day(3)}`, '--against', on.path(`${day(3)}.tsv`)])).status).toBe(0)
    expect(await on.add(3, people('soup', 0, 9))).toMatchObject({ done: false, differences: third.differences })
    expect((await on.lethe(['series', 'show', 's'])).stdout).toContain('new since the release before: 1 text')
  })

  test('of a population that was given a budget since are refused: nothing bounds them', async () => {
    const on = new Series()
    await on.init('--method', 'rare-queries', '--k', '3')
    await on.lethe(['ledger', 'set', 'them', '--epsilon', '5', '--delta', '1e-5', '--ledger', 'books'])
    expect((await on.refused(on.log(1, people('tea', 0, 5)))).stderr).toContain('no epsilon bounds')
    expect(readdirSync(on.path('s'))).toEqual(['series.json'])
  })
})
