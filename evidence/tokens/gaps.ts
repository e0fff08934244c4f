import { invert, invertInformed, type Pair, sizeOf } from '../weaknesses/inversion.js'
import { type Large, oneIn, weeks } from './made.js'
import { cell, table } from './tables.js'

const number = (value: number) => value.toLocaleString('en')

async function row(name: string, pair: Pair, n: number): Promise<readonly string[]> {
  return [name, number(sizeOf(pair.reference)), cell(await invert(pair, n)), cell(await invertInformed(pair, n))]
}

/** Less data, lower accuracy. */
export async function sizes(large: Large, parts: readonly number[], n: number): Promise<string> {
  const rows = []
  for (const part of parts) {
    const pair = await large.pair(oneIn(part), oneIn(part))
    rows.push(await row(part === 1 ? 'all' : `1 in ${part}`, pair, n))
  }
  return `## Size

n = ${n}, a share of the people on both sides.

${table(['people', 'queries a side', 'published', 'informed'], rows)}`
}

/** Weeks between the log and the reference. */
export async function gaps(large: Large, between: readonly number[], n: number): Promise<string> {
  const rows = []
  for (const gap of between) {
    const pair = await large.samePeople(weeks(0, 1), weeks(1 + gap, 1))
    rows.push(await row(gap === 0 ? 'none' : `${gap}`, pair, n))
  }
  const others = await large.pair(weeks(0, 1), weeks(0, 1, 'reference'))
  rows.push(await row('12, and other people', others, n))
  return `## Gap

n = ${n}; one week hashed, and one week of the same people as reference. The source: the gap (1 day, 1 week, 1 and 2 months) does not act monotonically.
Here too it does not at every step: what people come back to ties nearby weeks together, and from then on the gap costs little.

${table(['weeks between', 'queries of the reference', 'published', 'informed'], rows)}`
}

/** How long the reference is. */
export async function intervals(large: Large, n: number): Promise<string> {
  const rows = []
  for (const [name, length] of [
    ['a day', 1 / 7],
    ['a week', 1],
    ['4 weeks', 4],
    ['12 weeks', 12],
  ] as const)
    rows.push(await row(name, await large.pair(weeks(0, length), weeks(0, length, 'reference')), n))
  return `## Intervals

n = ${n}; both sides over so long a time, other people. The source: over intervals of 1 hour to 1 week the matchable set stays high.

${table(['interval', 'queries of the reference', 'published', 'informed'], rows)}`
}

/** An attacker with a small reference, or one of another world. */
export async function references(large: Large, users: number, parts: readonly number[], n: number): Promise<string> {
  const rows = [await row('as many other people', await large.pair(), n)]
  for (const part of parts) rows.push(await row(`1 in ${part} of them`, await large.pair(undefined, oneIn(part)), n))
  for (const length of [1, 1 / 7])
    rows.push(
      await row(
        length === 1 ? 'one week of them' : 'one day',
        await large.pair(undefined, weeks(0, length, 'reference')),
        n,
      ),
    )
  rows.push(await row('another world, 1 in 4', await large.otherWorld(Math.ceil(users / 4)), n))
  return `## References

n = ${n}; the whole log is hashed, the attacker has less. *Another world* has other topics, other sites and another popularity: what it shares is the
language, its names and its places.

${table(['reference', 'its queries', 'published', 'informed'], rows)}`
}

/** Thresholds in front, on a large log. */
export async function thresholds(large: Large, persons: readonly number[], n: number): Promise<string> {
  const rows = []
  for (const k of persons) {
    const pair = await large.askedBy(k)
    const byFrequency = await invert(pair, n, { initial: 'frequency', iterations: 0 })
    const [name, , plain, best] = await row(`${k}`, pair, n)
    rows.push([name!, number(sizeOf(pair.hashes)), plain!, best!, cell(byFrequency)])
  }
  return `## Thresholds

n = ${n}; queries that fewer persons asked are left out before the rest is hashed; the reference is whole. The larger the log, the more queries pass a threshold, and
the more company they have: what protects a small log does not protect a large one.

${table(['persons at least', 'queries left', 'published', 'informed', 'by frequency'], rows)}`
}
