import type { Batch } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { defineAttack } from '../attack.js'
import { levelsOf } from '../risk.js'
import { noHistories } from '../texts.js'
import { type Candidates, finder } from './candidates.js'
import type { Found } from './found.js'
import { score } from './score.js'
import { readSets, termCodes, termTable } from './term-sets.js'
import { inWords } from './words.js'

/**
 * [Burghardt] §2.4: somebody knows j terms of a person and looks for histories that hold them. How many there are, how often only one, and what
 * all of them have beside what was known. The same is done on the original, to compare.
 */
export default defineAttack({
  name: 'partial-knowledge',
  summary: 'find a person by j terms that one knows, and learn the rest of the history',
  paper: { key: 'Burghardt', title: 'Anonymous Search Histories Featuring Personalized Advertisement, section 2.4' },
  attacker: 'neighbour',
  params: {
    known: { type: 'whole', min: 1, max: 50, default: 10, help: 'try with 1, 2, ... up to so many known terms' },
    persons: { type: 'whole', min: 1, max: 100_000_000, default: 1000, help: 'persons to attack, drawn at random' },
  },
  needs: ['reference'],
  fits: (seen) => noHistories(seen, 'find'),
  async run(seen, { known, persons }, { engine, random, reference }): Promise<Found> {
    if (reference === undefined) throw new TypeError('no reference')
    const original = await termTable(
      engine,
      `SELECT person AS whose, query FROM ${reference.table} WHERE person IS NOT NULL AND query IS NOT NULL`,
    )
    const shown = await termTable(
      engine,
      `SELECT pseudonym AS whose, query FROM ${seen.rows.table} WHERE pseudonym IS NOT NULL AND query IS NOT NULL`,
    )
    const { codes, terms } = await termCodes(engine, [original, shown])
    const [before, released] = [
      await readSets(engine, original, codes, terms),
      await readSets(engine, shown, codes, terms),
    ]
    const [inOriginal, inRelease] = [finder(before), finder(released)]
    const drawn = draw(before.names.length, persons, (n) => random.below(n))
    const attacked = drawn.map((set) => {
      const own = before.term.subarray(before.offsets[set], before.offsets[set + 1])
      // The same terms are known in both; a person with fewer than j terms is left out at j.
      const knows = draw(own.length, known, (n) => random.below(n)).map((i) => own[i]!)
      return {
        person: before.names[set]!,
        terms: new Set(own),
        found: inRelease(knows),
        original: inOriginal(knows),
      }
    })
    const table = fresh('guesses')
    const single = attacked.flatMap(({ person, found }) =>
      found
        .filter(({ size }) => size === 1)
        .map(({ j, sets: [set] }) => [person, String(j), released.names[set!]!] as const),
    )
    const batch: Batch = [0, 1, 2].map((column) => single.map((guess) => guess[column as 0 | 1 | 2]))
    await engine.append(table, ['person', 'known', 'pseudonym'], [batch])
    return {
      guesses: single.length,
      table: { table, columns: ['person', 'known', 'pseudonym'] },
      more: {
        persons: attacked.length,
        original: levels(
          known,
          attacked.map(({ original }) => original),
        ),
        released: levels(
          known,
          attacked.map(({ found }) => found),
        ),
      },
      persons: attacked,
      released,
    }
  },
  score,
  risk: levelsOf('persons pinned down', ({ j, unique }) => [Number(j), Number(unique)]),
  text: inWords,
})

/** By number of known terms: persons who have so many, candidates in the median, the share with only one, and what all candidates have beside what is known. */
function levels(known: number, all: readonly (readonly Candidates[])[]) {
  return Array.from({ length: known }, (_, i) => {
    const at = all.map((found) => found[i]).filter((found) => found !== undefined)
    const sizes = at.map(({ size }) => size).sort((a, b) => a - b)
    const share = (n: number) => (at.length === 0 ? 0 : n / at.length)
    return {
      j: i + 1,
      persons: at.length,
      candidates: sizes[sizes.length >> 1] ?? 0,
      one: share(sizes.filter((size) => size === 1).length),
      further: share(at.reduce((sum, { further }) => sum + further.length, 0)),
      none: share(sizes.filter((size) => size === 0).length),
    }
  }).filter(({ persons }) => persons > 0)
}

/** Up to `n` of the numbers below `of`, in random order. */
function draw(of: number, n: number, below: (n: number) => number): number[] {
  const numbers = Uint32Array.from({ length: of }, (_, i) => i)
  const take = Math.min(n, of)
  for (let i = 0; i < take; i++) {
    const j = i + below(of - i)
    const held = numbers[i]!
    numbers[i] = numbers[j]!
    numbers[j] = held
  }
  return [...numbers.subarray(0, take)]
}
