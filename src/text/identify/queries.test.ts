import { expect, test } from 'vitest'
import { HARMLESS_QUERIES, IDENTIFYING_QUERIES } from './cases/queries.js'
import { createIdentifier } from './index.js'

const lines = (table: string) => table.trim().split('\n')
const identifier = createIdentifier()
const harmless = lines(HARMLESS_QUERIES)
const identifying = lines(IDENTIFYING_QUERIES).map((line) => line.slice(line.indexOf(': ') + 2))

// The floor is above the aim on real queries (0.90), because the mix here is ours and the rules were tuned on it.
test('F1 over made-up queries with digits is above 0.95', () => {
  const hit = (query: string) => identifier.find(query).length > 0
  const missed = identifying.filter((query) => !hit(query))
  const wrong = harmless.filter(hit)
  const found = identifying.length - missed.length
  const precision = found / (found + wrong.length)
  const recall = found / identifying.length
  const f1 = (2 * precision * recall) / (precision + recall)
  expect({ f1: f1 > 0.95, missed, wrong }, `precision ${precision}, recall ${recall}, F1 ${f1}`).toMatchObject({
    f1: true,
  })
})

test('what is found is of the kind it was written as', () => {
  const other = lines(IDENTIFYING_QUERIES).filter((line) => {
    const kind = line.slice(0, line.indexOf(':'))
    const found = identifier.find(line.slice(line.indexOf(': ') + 2))
    return found.length > 0 && !found.some((finding) => finding.kind === kind)
  })
  expect(other.length / identifying.length, other.join('\n')).toBeLessThan(0.03)
})
