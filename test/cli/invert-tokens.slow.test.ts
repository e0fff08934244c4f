import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generateRows } from '../../src/generate/generate.js'
import { attack } from '../../src/run/attack.js'
import { type ReleaseOptions, release } from '../../src/run/release/index.js'
import { type Row, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = [...generateRows({ users: 40, seed: 8, profile: 'heavy' })].flatMap(({ person, rows }) =>
  rows.map(
    (row): Row => ({
      user: `u${person.user}`,
      query: row.asked.text,
      time: new Date(row.time * 1000).toISOString().slice(0, 19).replace('T', ' '),
      ...(row.rank > 0 ? { url: `http://site${row.asked.text.length}${row.asked.text.charCodeAt(0)}.example` } : {}),
    }),
  ),
)
const half = (which: number) =>
  writeLog(
    next(`half${which}.ndjson`),
    log.filter((_, i) => i % 2 === which),
  )
const [some, rest] = [half(0), half(1)]

async function released(method: string, params: object, more: Partial<ReleaseOptions> = {}): Promise<string> {
  const out = next(method)
  const plan = { steps: [{ method, params: params as Record<string, unknown> }], shows: {} }
  await release([some], { plan, out, ephemeralKey: true, truth: true, ...more })
  return out
}
type Scored = { n: number; matchable: number; correct: number; accuracy: number }
async function inverted(dir: string, params: object = {}): Promise<{ scored: Scored; guesses: number }> {
  const result = await attack('invert-tokens', dir, {
    params: { vocabulary: 100, ...params },
    reference: [rest],
    truth: `${dir}.private`,
    seed: 1,
  })
  return result as unknown as { scored: Scored; guesses: number }
}

describe('lethe attack invert-tokens', () => {
  test('scores its guesses in one JSON document, and writes them', async () => {
    const dir = await released('token-hash', {})
    const out = next('guesses.tsv')
    const more = ['-o', out, '--knowledge', 'wordnet', '--breaches']
    const call = ['attack', 'invert-tokens', dir, '--reference', rest, '--vocabulary', '100', ...more]
    const { status, stdout, stderr } = lethe(...call, '--truth', `${dir}.private`, '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ attack: 'invert-tokens', guesses: 100, scored: { n: 100 } })
    expect(result.scored.matchable).toBeGreaterThan(50)
    expect(result.scored.accuracy).toBe(result.scored.correct / result.scored.matchable)
    expect(result.scored.accuracy).toBeGreaterThan(0.7)
    const { synonym, sameContext, unexplained } = result.scored.mistakes
    expect(synonym + sameContext + unexplained).toBe(100 - result.scored.correct)
    expect(result.scored.breaches.queries.names).toBeLessThanOrEqual(result.breaches.queries.names)
    const lines = readFileSync(out, 'utf8').trim().split('\n')
    expect(lines[0]).toBe('hash\ttoken\tconfidence\toccurrences')
    expect(lines).toHaveLength(101)
    const known = next('known.tsv')
    writeFileSync(known, readFileSync(join(`${dir}.private`, 'truth-tokens.tsv')))
    const heap = await inverted(dir, { model: 'published', known })
    expect(heap.scored.accuracy).toBe(1)
    const plain = lethe(...call, '--truth', `${dir}.private`)
    expect(plain.stdout).toMatch(/Right: \d/)
  })

  test('needs a reference, and refuses choices that it would pass over', async () => {
    const dir = await released('token-hash', {})
    expect(lethe('attack', 'invert-tokens', dir)).toMatchObject({ status: 2 })
    await expect(inverted(dir, { update: 'rank' })).rejects.toMatchObject({ code: 'usage' })
    await expect(inverted(dir, { model: 'published', context: 500 })).rejects.toMatchObject({ code: 'usage' })
    await expect(inverted(await released('rare-queries', { k: 2 }))).rejects.toMatchObject({ code: 'refused' })
  })

  test('shuffled tokens are found too; hosts in clear give more of them away', async () => {
    const shuffled = await inverted(await released('token-hash', { order: 'shuffled' }), { vocabulary: 500 })
    expect(shuffled.scored.accuracy).toBeGreaterThan(0.5)
    const beside = await inverted(await released('token-hash', { order: 'shuffled', beside: 'kept' }), {
      vocabulary: 500,
    })
    expect(beside.scored.accuracy).toBeGreaterThan(shuffled.scored.accuracy)
  })

  test('tags of whole queries: by their company in a session or with a person, queries in clear among it', async () => {
    const tagged = async (link: 'none' | 'session' | 'user') =>
      inverted(await released('rare-queries', { k: 4, withheld: 'tag' }, { shows: { link } }))
    const [loose, session, linked] = [await tagged('none'), await tagged('session'), await tagged('user')]
    expect(session.scored.accuracy).toBeGreaterThan(loose.scored.accuracy)
    expect(linked.scored.matchable).toBeGreaterThan(50)
    expect(linked.scored.accuracy).toBeGreaterThan(loose.scored.accuracy)
    expect(linked.scored.accuracy).toBeGreaterThan(0.3)
  })
})
