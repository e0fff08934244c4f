import type { History } from '../../src/generate/generate.js'
import { seededRandom } from '../../src/random/seeded.js'
import { invert, invertInformed, pairOf } from '../weaknesses/inversion.js'
import { everySecond } from './small.js'
import { cell, table } from './tables.js'

/** What in front of the hashes brings accuracy down. */
export async function defences(
  log: readonly History[],
  quick: boolean,
  n: number,
  say: (step: string) => void,
): Promise<string> {
  const reference = everySecond(log, 1)
  const all = everySecond(log, 0)
  const row = async (name: string, queries: readonly string[]) => {
    const pair = pairOf(queries, reference)
    const plain = await invert(pair, n)
    const byFrequency = await invert(pair, n, { initial: 'frequency', iterations: 0 })
    say(`in front: ${name}`)
    return [
      name,
      queries.length.toLocaleString('en'),
      cell(plain),
      cell(await invertInformed(pair, n)),
      cell(byFrequency),
    ]
  }
  const persons = personsOf(log.filter((_, i) => i % 2 === 0))
  const askedBy = (k: number) => all.filter((query) => (persons.get(query) ?? 0) >= k)
  const rows = [await row('nothing', all)]
  for (const k of quick ? [5] : [2, 3, 5, 10, 20, 50])
    rows.push(await row(`queries of ${k} persons or more`, askedBy(k)))
  for (const k of quick ? [5] : [5, 20])
    rows.push(await row(`queries of ${k} persons or more, each once`, [...new Set(askedBy(k))]))
  for (const share of quick ? [0.3] : [0.1, 0.3, 0.5, 0.7, 0.9])
    rows.push(await row(`${Math.round(100 * share)}% of tokens replaced by chance`, noisy(all, share)))
  rows.push(
    await row(
      'queries of one word',
      all.filter((query) => !query.includes(' ')),
    ),
    await row(
      'every token a query of its own',
      all.flatMap((query) => query.split(' ')),
    ),
  )
  return `## Defences

n = ${n}, other people, ${all.length.toLocaleString('en')} queries a side; what is done to the log before its tokens are hashed. *By frequency*: the i-th most frequent hash taken for the i-th
most frequent token, which needs nothing but counts; a defence has taken away what company tells when the attack does no better. What does: a threshold that nearly all company falls under, since most queries that hold
two common tokens are rare themselves (but see *Thresholds* below for a larger log); noise in nine tokens of ten; or to take queries apart, which leaves no log of queries. *Each once* is what a histogram of
items shows.

${table(['in front', 'queries left', 'published', 'informed', 'by frequency'], rows)}`
}

function personsOf(log: readonly History[]): Map<string, number> {
  const persons = new Map<string, number>()
  for (const { rows } of log)
    for (const query of new Set(rows.map((row) => row.asked.text.toLowerCase())))
      persons.set(query, (persons.get(query) ?? 0) + 1)
  return persons
}

/** Tokens replaced by others as common as they are drawn. */
function noisy(queries: readonly string[], share: number): string[] {
  const random = seededRandom(7)
  const tokens = queries.flatMap((query) => query.split(' '))
  return queries.map((query) =>
    query
      .split(' ')
      .map((token) => (random.unit() < share ? tokens[random.below(tokens.length)]! : token))
      .join(' '),
  )
}
