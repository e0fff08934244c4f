import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { asked, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), [
  ...asked('weather', 9, { url: 'http://weather.example' }),
  ...asked('news', 7),
  ...asked('news', 7),
  ...asked('only two', 2),
])
const made = { linked: next('linked'), plain: next('plain') }
beforeAll(async () => {
  const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
  await release([log], { plan, out: made.linked, format: 'tsv', shows: { link: 'user' } })
  await release([log], { plan, out: made.plain, format: 'tsv' })
})

type Edit = (file: string, change: (text: string) => string) => void

/** A copy of a release with something changed, and perhaps its checksums made to fit again. */
function tampered(of: keyof typeof made, recompute: boolean, change: (edit: Edit, dir: string) => void): string {
  const dir = next('tampered')
  cpSync(made[of], dir, { recursive: true })
  change((file, edit) => writeFileSync(join(dir, file), edit(readFileSync(join(dir, file), 'utf8'))), dir)
  if (recompute) {
    const sums = readdirSync(dir)
      .filter((file) => file !== 'SHA256SUMS')
      .map(
        (file) =>
          `${createHash('sha256')
            .update(readFileSync(join(dir, file)))
            .digest('hex')}  ${file}\n`,
      )
    writeFileSync(join(dir, 'SHA256SUMS'), sums.join(''))
  }
  return dir
}

async function failing(dir: string, against = false): Promise<string[]> {
  const { holds, checks } = await verify(dir, against ? { against: [log] } : {})
  const failed = checks.filter((check) => check.holds === false).map((check) => check.name)
  expect(holds === false).toBe(failed.length > 0)
  return failed
}

const addRare = (edit: Edit) => edit('data.tsv', (text) => addLine(text, 'zz rare'))
const addLine = (text: string, query: string) => {
  const [header = '', last = ''] = [text.split('\n')[0], text.trimEnd().split('\n').at(-1)]
  const at = header.split('\t').indexOf('query')
  const cells = last.split('\t')
  cells[at] = query
  return `${text}${cells.join('\t')}\n`
}
const setManifest = (change: (manifest: Record<string, Record<string, unknown>>) => void) => (edit: Edit) =>
  edit('manifest.json', (text) => {
    const manifest = JSON.parse(text)
    change(manifest)
    return `${JSON.stringify(manifest, null, 2)}\n`
  })
const claimMore = (k: number) => setManifest(({ guarantee }) => Object.assign(guarantee!, { k, hostK: k }))
/** As one would who knows how it is checked: promise, words and steps all say the same. */
const claimMoreThroughout = (k: number) =>
  setManifest((manifest) => {
    const text = JSON.stringify(manifest)
      .replaceAll('at least 5', `at least ${k}`)
      .replaceAll('add 4 users', `add ${k - 1} users`)
    Object.assign(manifest, JSON.parse(text))
    Object.assign(manifest.guarantee!, { k, hostK: k })
    Object.assign((manifest.steps as unknown as [{ params: object }])[0].params, { k })
  })

describe('an untouched release', () => {
  test.each(['linked', 'plain'] as const)('%s: holds against the log; alone if it shows persons', async (of) => {
    expect((await verify(made[of])).holds).toBe(of === 'linked' ? true : null)
    expect((await verify(made[of], { against: [log] })).holds).toBe(true)
  })
})

describe.each(['linked', 'plain'] as const)('%s: tampered data', (of) => {
  test('a row of a rare query breaks checksum and claim', async () => {
    const failed = await failing(tampered(of, false, addRare))
    expect(failed).toContain('checksums')
    expect(failed.join()).toContain('per query')
  })

  test('it breaks the claim even if the checksums fit again', async () => {
    const failed = await failing(tampered(of, true, addRare))
    expect(failed).not.toContain('checksums')
    expect(failed.join()).toContain('per query')
  })

  test('a row added to a common query is seen against the log', async () => {
    const dir = tampered(of, true, (edit) => edit('data.tsv', (text) => addLine(text, 'weather')))
    expect(await failing(dir, true)).toContain('rows come from the log')
  })

  test('rows out of order, rows that cannot be read', async () => {
    const swap = (text: string) => {
      const [header, first, ...rest] = text.trimEnd().split('\n')
      return [header, ...rest, first, ''].join('\n')
    }
    expect(await failing(tampered(of, true, (edit) => edit('data.tsv', swap)))).toContain('sorted')
    expect(await failing(tampered(of, true, (edit) => edit('data.tsv', (text) => `${text}x\n`)))).toContain('columns')
  })
})

describe('a manifest that claims more', () => {
  test.each([8, 12, 1000])(
    'k = %i: its checksum fails; with new checksums, the promise no longer follows',
    async (k) => {
      expect(await failing(tampered('plain', false, claimMore(k)))).toContain('checksums')
      expect(await failing(tampered('plain', true, claimMore(k)))).toContain('stated promise')
    },
  )

  test('changed throughout, persons are counted: by pseudonyms, else against the log', async () => {
    expect((await failing(tampered('linked', true, claimMoreThroughout(8)))).join()).toContain('persons per query')
    const plain = tampered('plain', true, claimMoreThroughout(9))
    expect(await failing(plain)).toEqual([]) // 14 rows of 7 persons: rows alone cannot tell
    expect(await failing(plain, true)).toContain('persons in the log per query')
  })

  test('a promise in words only', async () => {
    const say = setManifest(({ guarantee }) => Object.assign(guarantee!, { sentence: 'Nobody can be recognised.' }))
    expect(await failing(tampered('plain', true, say))).toContain('stated promise')
  })

  test.each([
    ['text', '5) OR (1=1'],
    ['zero', 0],
    ['nothing', null],
    ['a fraction', 2.5],
  ])('k that is %s is refused and never reaches the engine', async (_, k) => {
    const set = setManifest(({ guarantee }) => Object.assign(guarantee!, { k }))
    await expect(verify(tampered('plain', true, set))).rejects.toMatchObject({ code: 'input' })
  })

  test('a data file elsewhere is refused', async () => {
    const set = setManifest((manifest) => Object.assign(manifest, { files: ['../1-log.ndjson'] }))
    await expect(verify(tampered('plain', true, set))).rejects.toMatchObject({ code: 'input' })
  })
})

describe('files', () => {
  test.each(['data.tsv', 'SHA256SUMS'])('%s is missing', async (file) => {
    expect((await failing(tampered('plain', false, (_, dir) => rmSync(join(dir, file))))).length).toBeGreaterThan(0)
  })

  test('without a manifest it is no release', async () => {
    const dir = tampered('plain', false, (_, at) => rmSync(join(at, 'manifest.json')))
    await expect(verify(dir)).rejects.toMatchObject({ code: 'input' })
  })

  test('one file too many, listed or not', async () => {
    const add = (_: Edit, dir: string) => writeFileSync(join(dir, 'more.tsv'), 'query\nzz rare\n')
    expect(await failing(tampered('plain', false, add))).toEqual(['checksums', 'files'])
    expect(await failing(tampered('plain', true, add))).toEqual(['files'])
    const both = (edit: Edit, dir: string) => {
      add(edit, dir)
      setManifest((manifest) => Object.assign(manifest, { files: ['data.tsv', 'more.tsv'] }))(edit)
    }
    expect(await failing(tampered('plain', true, both))).toContain('files')
  })
})
