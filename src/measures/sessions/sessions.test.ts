import { describe, expect, test } from 'vitest'
import { writeLog } from '../../../test/support/log.js'
import { scratch } from '../../../test/support/scratch.js'
import { measure } from '../../run/measure.js'
import { release } from '../../run/release/index.js'

const { next } = scratch()

/** One person: a sitting about cats, and one in which a task about taxes follows at once; the same query stands in both. */
const log = writeLog(
  next('log.ndjson'),
  [
    ['10:00:00', 'cats', 'cats'],
    ['10:05:00', 'cats', 'cats'],
    ['14:00:00', 'cats', 'cats'],
    ['14:05:00', 'tax office', 'taxes'],
    ['14:06:00', 'tax forms', 'taxes'],
  ].map(([time, query, device]) => ({
    user: 'u1',
    query: query!,
    time: `2024-05-01 ${time}`,
    device: device!,
  })),
)

const input = { columns: { task: 'device' } }
async function taken(params: Readonly<Record<string, unknown>>, labels?: string, truth = true, from = log) {
  const out = next('release')
  await release([from], { plan: { steps: [{ method: 'sessions', params }], shows: {} }, out, truth }, input)
  const options = { only: ['sessions'], ...(labels === undefined ? {} : { params: { labels } }) }
  return (await measure([from], out, options, input)).measures.sessions
}

describe('measure sessions', () => {
  test('number, length and pseudonyms, beside the original', async () => {
    expect(await taken({ split: 'daily' })).toEqual({
      number: 1,
      pseudonyms: 1,
      length: { mean: 5, median: 5, max: 5 },
      original: { number: 2, length: { mean: 2.5, median: 2.5, max: 3 } },
    })
  })
  test('against tasks that people marked', async () => {
    // Pauses cut before 14:00, where no task ends, and miss 14:05, where one does. Pairs in a session: 1 + 3; in a task: 3 + 1; in both: 1 + 1.
    expect((await taken({ split: 'gap' }, 'task'))?.labels).toEqual({
      rows: 5,
      boundaries: { precision: 0, recall: 0, f1: 0 },
      pairs: { precision: 0.5, recall: 0.5, f1: 0.5 },
    })
    expect((await taken({ split: 'interest', jaccard: 0.3 }, 'task'))?.labels).toMatchObject({
      boundaries: { precision: 1, recall: 1, f1: 1 },
      pairs: { f1: 1 },
    })
    expect((await taken({ split: 'daily' }, 'task'))?.labels).toMatchObject({
      boundaries: { precision: null, recall: 0, f1: 0 },
      pairs: { precision: 0.4, recall: 1 },
    })
  })
  test('a session that looks like the beginning of another is not taken for it', async () => {
    const rows = [
      ['10:00:00', 'cats', 'one'],
      ['10:05:00', 'dogs', 'one'],
      ['14:00:00', 'cats', 'two'],
      ['18:00:00', 'cats', 'three'],
    ].map(([time, query, device]) => ({ user: 'u1', query: query!, time: `2024-05-01 ${time}`, device: device! }))
    expect((await taken({ split: 'gap' }, 'task', true, writeLog(next('log.ndjson'), rows)))?.labels).toEqual({
      rows: 4,
      boundaries: { precision: 1, recall: 1, f1: 1 },
      pairs: { precision: 1, recall: 1, f1: 1 },
    })
  })
  test('labels need a column and the truth', async () => {
    await expect(taken({}, 'colour')).rejects.toMatchObject({ code: 'usage' })
    await expect(taken({}, 'task', false)).rejects.toMatchObject({ code: 'refused' })
  })
})
