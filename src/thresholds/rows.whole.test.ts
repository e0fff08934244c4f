import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import {
  type Before,
  before,
  context,
  expected,
  logs,
  makeLog,
  persons,
  queryOf,
  type Row,
  type Rule,
  rowsOf,
  rules,
} from '../../test/support/small-logs.js'
import rareQueries from '../methods/rare-queries/index.js'
import { wordKey } from '../text/word-key.js'

const RUNS = runs(40)

async function rare(
  rows: readonly Row[],
  rule: Rule,
  more: Record<string, unknown>,
  on: { session?: boolean; before?: Before | undefined },
) {
  const params = {
    k: rule.k,
    hostK: rule.hostK,
    same: 'normalised' as const,
    withheld: 'drop' as const,
    ...(rule.within ? { within: 'device' } : {}),
    ...more,
  }
  const { log } = await rareQueries.run(await makeLog(rows, on.session ?? false), params, await context(on.before))
  return rowsOf(log!)
}

describe('rare-queries shows what plain counting shows', () => {
  test('by the normal form, with or without tags and sessions', async () => {
    await fc.assert(
      fc.asyncProperty(logs(), rules, fc.boolean(), fc.boolean(), async (rows, rule, tags, session) => {
        const textOf = (one: Row) => {
          const query = queryOf(one)
          return query !== null && persons(rows, (other) => queryOf(other) === query).size >= rule.k ? query : undefined
        }
        const made = await rare(rows, rule, { withheld: tags ? 'tag' : 'drop' }, { session })
        expect(made).toEqual(expected(rows, textOf, rule, { tags, session }))
      }),
      RUNS,
    )
  })

  test('to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(logs(), rules, async (rows, rule) => {
        const textOf = (one: Row) =>
          one.raw !== null && persons(rows, (other) => other.raw === one.raw).size >= rule.k
            ? (queryOf(one) as string)
            : undefined
        expect(await rare(rows, rule, { same: 'exact' }, {})).toEqual(expected(rows, textOf, rule))
      }),
      RUNS,
    )
  })

  test('by words: a variant of k persons stands for itself, else the leading one of k persons, else the key', async () => {
    const texts = ['red cars', 'cars red', 'car red', 'news', 'new']
    await fc.assert(
      fc.asyncProperty(logs(texts), rules, async (rows, rule) => {
        const askers = (query: string) => persons(rows, (other) => queryOf(other) === query).size
        const textOf = (one: Row) => {
          const query = queryOf(one)
          if (query === null) return undefined
          const key = wordKey(query)
          const inClass = (other: Row) => other.raw !== null && wordKey(queryOf(other) as string) === key
          if (persons(rows, inClass).size < rule.k) return undefined
          if (askers(query) >= rule.k) return query
          const leaders = texts.filter((other) => wordKey(other) === key && askers(other) >= rule.k)
          leaders.sort((a, b) => askers(b) - askers(a) || (a < b ? 1 : -1))
          return leaders[0] ?? key
        }
        expect(await rare(rows, rule, { same: 'words' }, {})).toEqual(expected(rows, textOf, rule))
      }),
      runs(60),
    )
  })

  test('after an earlier release: what is new needs k persons who had not asked it before', async () => {
    await fc.assert(
      fc.asyncProperty(logs(), rules, before, async (rows, { k, hostK }, earlier) => {
        const rule = { k, hostK, within: false }
        const textOf = (one: Row) => {
          const query = queryOf(one)
          if (query === null) return undefined
          const askers = persons(rows, (other) => queryOf(other) === query)
          const had = persons(earlier.asked, (other) => queryOf(other) === query)
          const fresh_ = [...askers].filter((person) => !had.has(person)).length
          const old = earlier.shown.some((shown) => shown.query === query)
          return askers.size >= k && (old || fresh_ >= k) ? query : undefined
        }
        const made = await rare(rows, rule, {}, { before: earlier })
        expect(made).toEqual(expected(rows, textOf, rule, { before: earlier }))
      }),
      runs(60),
    )
  })
})

describe('what the rule needs, and what it leaves for the custodian', () => {
  const rows = (...texts: string[]): Row[] =>
    texts.map((raw, i) => ({ person: `p${i}`, raw, host: null, device: null }))
  const params = { k: 2, hostK: 2, same: 'normalised' as const, withheld: 'tag' as const }

  test('after an earlier release nothing is shown within further columns, of which nothing was written down', async () => {
    const log = await makeLog(rows('news', 'news'), false)
    const on = await context({ asked: [], shown: [] })
    await expect(rareQueries.run(log, { ...params, within: 'device' }, on)).rejects.toThrow(
      '--since compares queries and hosts, and --within asks for more',
    )
  })

  test('after an earlier release a pair of query and host stays if it was shown, or if new persons are enough for it', async () => {
    const asks = (person: string, raw = 'news'): Row => ({ person, raw, host: 'a.example', device: null })
    const old = [asks('p1'), asks('p2')]
    const hostsOf = async (now: readonly Row[], shown: Before['shown']) => {
      const made = await rare(now, { k: 2, hostK: 2, within: false }, {}, { before: { asked: old, shown } })
      return [...new Set(made.map((line) => JSON.parse(line)[3]))]
    }
    const seen = { query: 'news', host: null }
    expect(await hostsOf(old, [seen, { query: 'news', host: 'a.example' }])).toEqual(['a.example'])
    expect(await hostsOf(old, [seen])).toEqual([null])
    expect(await hostsOf(old, [seen, { query: 'weather', host: 'a.example' }])).toEqual([null])
    expect(await hostsOf([...old, asks('p3'), asks('p3')], [seen])).toEqual([null]) // one new person, however often
    expect(await hostsOf([...old, asks('p3'), asks('p4')], [seen])).toEqual(['a.example'])
  })

  test('a column that the log does not have is told', async () => {
    const log = await makeLog(rows('news', 'news'), false)
    const on = await context()
    for (const within of ['region', 'device, region'])
      await expect(rareQueries.run(log, { ...params, within }, on)).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('region'),
      })
  })

  test('an earlier release is compared by the normal form alone, and queries are counted once', async () => {
    const log = await makeLog(rows('news', 'News', 'rare'), false)
    const since = await context({ asked: [], shown: [] })
    for (const same of ['exact', 'words'] as const)
      await expect(rareQueries.run(log, { ...params, same }, since)).rejects.toMatchObject({ code: 'usage' })
    const on = await context()
    expect((await rareQueries.run(log, { ...params, within: ' device ' }, on)).learnt).toEqual({ queries: 2 })
  })

  test('tags need a key, and nothing else does', async () => {
    const log = await makeLog(rows('news', 'news'), false)
    const on = { ...(await context()), key: undefined }
    await expect(rareQueries.run(log, params, on)).rejects.toMatchObject({ code: 'usage' })
    const made = await rareQueries.run(log, { ...params, withheld: 'drop' }, on)
    expect(made.log?.has).toMatchObject({ raw: false, tag: false })
    expect(made.truth).toBeUndefined()
  })

  test('what stands behind each tag: withheld queries and no others, each once', async () => {
    const once = rows('news', 'News', 'the sea', 'the sea', 'red car', 'rare')
    const log = await makeLog([...once, once.at(-1)!], false)
    const on = await context()
    const made = await rareQueries.run(log, { ...params, k: 2 }, on)
    const opened = await on.engine.all<{ tag: string; query: string }>(
      `SELECT tag, query FROM ${made.truth?.tags} ORDER BY query`,
    )
    expect(opened.map(({ tag, query }) => `${tag.length} ${query}`)).toEqual(['32 rare', '32 red car'])
    expect(made.log?.has).toMatchObject({ raw: false, tag: true })
  })
})
