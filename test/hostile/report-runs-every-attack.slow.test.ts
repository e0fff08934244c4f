import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { attackNames, loadAttack } from '../../src/attacks/index.js'
import { attackErrors } from '../../src/report/outcomes.js'
import { release } from '../../src/run/release/index.js'
import { type ReportResult, report } from '../../src/run/report.js'
import { everyOther } from '../support/every-other.js'
import { writeLog } from '../support/log.js'
import { barePage } from '../support/pages.js'
import { scratch } from '../support/scratch.js'
import { attackedLog, type Way, ways } from '../support/shown.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), attackedLog())

async function make({ method, params, shows }: Pick<Way, 'method' | 'params' | 'shows'>) {
  // The truth lies where nobody finds it by himself.
  const [out, privateDir] = [next('release'), next('hidden')]
  await release([log], {
    plan: { steps: [{ method, params }], shows },
    out,
    privateDir,
    truth: true,
    ephemeralKey: true,
  })
  return { out, privateDir }
}

const KNOWN = [
  { against: false, truth: false },
  { against: false, truth: true },
  { against: true, truth: true },
  { against: true, truth: false },
]
// What items are counted of changes none of the attacks.
const shapes = (await ways()).filter(({ params }) => params.items === undefined)

describe.each(shapes)('report on $name', (way) => {
  let made: { out: string; privateDir: string }
  beforeAll(async () => {
    made = await make(way)
  })

  test.each(everyOther(KNOWN, shapes.indexOf(way)))(
    'the log: $against, the truth: $truth',
    async ({ against, truth }) => {
      const page = next('report.html')
      const known = { ...(against ? { logs: [log] } : {}), ...(truth && !way.items ? { truth: made.privateDir } : {}) }
      const result = await report(made.out, { out: page, ...known })
      const { attacks = {}, reasons = {} } = result
      expect(Object.keys(attacks)).toEqual(attackNames())
      expect(attackErrors(attacks)).toEqual([])
      const text = barePage(page)
      expect(text).not.toMatch(/FAILED|None of the attacks/)
      for (const name of attackNames()) {
        const { needs, remakes } = await loadAttack(name)
        expect(text).toContain(`<td>${name}</td>`)
        if (attacks[name] === null) {
          expect(['not applicable', 'not run']).toContain(reasons[name]?.outcome)
          expect(reasons[name]?.reason).toBeTruthy()
          // Who has the log and the truth can run whatever applies.
          // Two releases are held against each other where a step asks for it.
          const outcome =
            name === 'difference-releases' ? expect.stringMatching(/^not (applicable|run)$/) : 'not applicable'
          if (against && (truth || way.items)) expect([name, reasons[name]?.outcome]).toEqual([name, outcome])
        } else {
          expect(JSON.stringify(attacks[name])).toMatch(/\d/)
          expect(reasons).not.toHaveProperty(name)
          if (!against) expect([name, needs.length, remakes]).toEqual([name, 0, undefined])
        }
      }
    },
  )
})

describe('what was missing', () => {
  const reported = async (way: Pick<Way, 'method' | 'params' | 'shows'>): Promise<ReportResult & { text: string }> => {
    const { out } = await make(way)
    const page = next('report.html')
    const result = await report(out, { out: page, logs: [log] })
    return { ...result, text: barePage(page) }
  }
  test('inject-users opens a threshold of 5 with 4 accounts, and the page says who can', async () => {
    const { attacks, text } = await reported({ method: 'rare-queries', params: { k: 5 }, shows: {} })
    expect(attacks?.['inject-users']).toContainEqual(expect.objectContaining({ added: 4, success: 1 }))
    expect(text).toMatch(
      /What came furthest is inject-users, by the participant, who has accounts[^:]*: 100\.0% \(guesses about one person tested\)/,
    )
  })
  test('zealous is put to both of its attacks', async () => {
    const { attacks } = await reported({
      method: 'zealous',
      params: { epsilon: 99, delta: 1e-5, perUser: 30, minUsers: 5 },
      shows: {},
    })
    expect(attacks).toMatchObject({
      'inject-users': expect.arrayContaining([expect.objectContaining({ added: 1 })]),
      'difference-releases': { appeared: expect.any(Number), attributable: expect.any(Number) },
    })
  })
  test('an attack that fails is an error of the report', async () => {
    const { out } = await make({ method: 'rare-queries', params: { k: 5 }, shows: { link: 'user' } })
    const [page, truth] = [next('report.html'), next('truth.tsv')]
    writeFileSync(truth, 'person\tquery\nusr-made-up-1\tweather\n')
    const { attacks } = await report(out, { out: page, logs: [log], truth })
    expect(attackErrors(attacks ?? {}).map(([attack]) => attack)).toEqual(['link-records', 'partial-knowledge'])
    expect(readFileSync(page, 'utf8')).toMatch(/FAILED: the truth does not say/)
    expect(readFileSync(page, 'utf8')).toContain('2 of the attacks failed')
  })
})
