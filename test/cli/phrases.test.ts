import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forged } from '../support/forge.js'
import { Bench } from '../support/lethe.js'

const CHAT = resolve(import.meta.dirname, '../data/formats/wildchat.jsonl')

const shown = (dir: string) => readFileSync(join(dir, 'data.tsv'), 'utf8')

/** A copy with one phrase more, where it belongs in the order. */
function withPhrase(of: string, to: string, row: string): string {
  return forged(of, to, (_, dir) => {
    const [head, ...rows] = shown(dir).trimEnd().split('\n')
    writeFileSync(join(dir, 'data.tsv'), `${[head, ...[...rows, row].sort()].join('\n')}\n`)
  })
}

describe('phrases of a prompt log', () => {
  test('allowlist shows those that k persons used; verify counts them in the log, and finds one too many', async () => {
    const bench = new Bench()
    const args = ['allowlist', CHAT, '--k', '2', '--items', 'phrases', '-o', 'shared', '--out-format', 'tsv']
    expect((await bench.lethe(['release', ...args])).status).toBe(0)
    expect(shown(bench.path('shared'))).toBe('item\tcount\ngood\t2\ntranslate\t2\ntranslate good\t2\n')
    expect((await bench.lethe(['verify', 'shared', '--against', CHAT])).status).toBe(0)
    const lie = withPhrase(bench.path('shared'), bench.path('forged'), 'good night\t2')
    const { status, stdout } = await bench.lethe(['verify', lie, '--against', CHAT])
    expect([status, stdout]).toEqual([1, expect.stringMatching(/FAILS +persons in the log per phrase: 1 of 4 phrases/)])
  })

  test('no columns of rows, nothing behind it, no promise about queries before it', async () => {
    const bench = new Bench()
    const phrases = ['release', 'allowlist', CHAT, '--k', '2', '--items', 'phrases', '-o', 'shared']
    expect((await bench.lethe([...phrases, '--link', 'user'])).stderr).toMatch(/a table of items/)
    expect((await bench.lethe([...phrases.slice(0, 5), '--phrase-words', '2', '-o', 'x'])).stderr).toMatch(
      /--phrase-words belongs to --items phrases/,
    )
    expect((await bench.lethe([...phrases, '--n', '2'])).stderr).toMatch(
      /--n and --max-terms belong to --items queries/,
    )
    const steps = (...all: object[]) => bench.file('plan.json', JSON.stringify({ steps: all }))
    const rare = { method: 'rare-queries', k: 2 }
    const common = { method: 'allowlist', k: 2, items: 'phrases' }
    expect((await bench.lethe(['release', '--plan', steps(rare, common), CHAT, '-o', 'x'])).stderr).toMatch(/unsound/)
    expect((await bench.lethe(['release', '--plan', steps(common, rare), CHAT, '-o', 'x'])).stderr).toMatch(/unsound/)
  })

  test('under differential privacy a phrase of one person is found among those that many used', async () => {
    const bench = new Bench()
    const turn = (text: string) => ({ role: 'user', content: text })
    const prompts = Array.from({ length: 200 }, (_, i) => ({
      user_id: `u${i}`,
      messages: [turn('Write a haiku'), ...(i === 0 ? [turn('lonely owl')] : [])],
    }))
    const log = bench.file('prompts.jsonl', prompts.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const read = ['--format', 'chat', '--columns', 'user=user_id,query=query']
    const plan = ['--items', 'phrases', '--phrase-words', '2', '--epsilon', '8', '--delta', '1e-6', '--per-user', '10']
    const explained = await bench.json<{ guarantee: { sentence: string } }>(
      'release',
      'zealous',
      log,
      ...plan,
      '--explain',
    )
    expect(explained.guarantee.sentence).toMatch(/runs of at most 2 words/)
    const made = [
      'release',
      'zealous',
      log,
      ...read,
      ...plan,
      '--population',
      'people',
      '-o',
      'words',
      '--out-format',
      'tsv',
    ]
    expect((await bench.lethe(made)).status).toBe(0)
    // Counts of 200 with noise of scale 1.25, and a threshold of 20: another outcome has a chance below e^-100.
    expect(shown(bench.path('words')).replaceAll(/\d/g, '')).toBe(
      'item\tcount\na\t\na haiku\t\nhaiku\t\nwrite\t\nwrite a\t\n',
    )
    const against = ['--against', log, ...read]
    const honest = await bench.lethe(['verify', 'words', ...against])
    expect(honest.stdout).toMatch(/holds +items are in the log: each of 5 items/)
    expect(honest.stdout).not.toMatch(/^FAILS/m)
    const lie = withPhrase(bench.path('words'), bench.path('forged'), 'lonely owl\t200')
    const { status, stdout } = await bench.lethe(['verify', lie, ...against])
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAILS/m)])
  })
})
