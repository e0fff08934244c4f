import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentsFrom } from './documents.js'
import { Search, TOP } from './search.js'
import { buildIndex, type TextIndex, type Weights } from './text-index.js'

/** Every similarity by the definition. */
function plainly(index: TextIndex, doc: number): { readonly similarities: number[]; readonly responses: number } {
  const { count, docStart, docTerm, asked, held } = index
  const own = new Map<number, number>()
  for (let i = docStart[doc]!; i < docStart[doc + 1]!; i++) own.set(docTerm[i]!, asked[i]!)
  const all: number[] = []
  for (let other = 0; other < count; other++) {
    if (other === doc) continue
    let sum = 0
    let common = false
    for (let i = docStart[other]!; i < docStart[other + 1]!; i++) {
      const weight = own.get(docTerm[i]!)
      if (weight === undefined) continue
      common = true
      sum += weight * held[i]!
    }
    if (common) all.push(sum)
  }
  return { similarities: all.sort((a, b) => b - a).slice(0, TOP), responses: all.length }
}

function same(index: TextIndex, docs: readonly number[]): void {
  const search = new Search(index)
  for (const doc of docs) {
    const size = search.run(doc)
    const expected = plainly(index, doc)
    const [docs, similarities] = [new Uint32Array(TOP), new Float32Array(TOP)]
    search.write(docs, similarities, 0)
    expect(size).toBe(expected.similarities.length)
    for (let i = 0; i < size; i++) expect(similarities[i]).toBeCloseTo(expected.similarities[i]!, 5)
    if (expected.responses <= 1000) expect(search.responses).toBe(expected.responses)
    else expect(search.responses).toBeGreaterThan(1000)
    expect([...docs.subarray(0, size)]).not.toContain(doc)
  }
}

describe.each<Weights>(['tf-idf', 'bm25'])('%s', (weights) => {
  test('a few documents: the answers are those of the definition', () => {
    const documents = fc.array(fc.array(fc.nat(12), { maxLength: 8 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(documents, (lists) => {
        const index = buildIndex(documentsFrom(lists.map((list) => list.map(String))), weights)
        same(
          index,
          lists.map((_, doc) => doc),
        )
      }),
    )
  })

  test('many documents, of which most are skipped: the answers are the same', () => {
    // A few words that nearly all have, and a long tail; many documents are equal.
    let state = 1
    const draw = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return state / 2 ** 32
    }
    const lists = Array.from({ length: 4000 }, () =>
      Array.from({ length: 1 + Math.floor(6 * draw()) }, () => Math.floor(5000 ** draw()) - 1),
    )
    const index = buildIndex(documentsFrom(lists.map((list) => list.map(String))), weights)
    same(
      index,
      Array.from({ length: 200 }, (_, i) => i * 20),
    )
  })
})
