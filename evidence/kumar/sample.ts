import { type Corpus, corpusOf } from '../../src/attacks/invert-tokens/corpus.js'
import { generateRows } from '../../src/generate/generate.js'
import type { WorldParameters } from '../../src/generate/index.js'

/** Queries that a search box got in a short time from very many people, as the source's logs are. */
export interface Sample {
  /** Which people. */
  readonly seed: number
  /** YYYY-MM-DD */
  readonly start: string
  readonly days?: number
  /** Hours of the day that count, from noon; all of them where not given. */
  readonly hours?: number
  readonly people: number
  /** Where enough queries are gathered. */
  readonly queries?: number
  readonly world: Partial<WorldParameters>
}

const DAY = 86_400
const NOON = DAY / 2

/** One query for each result page that was asked for: further clicks on it are no further query. */
function* queriesOf({ seed, start, days = 1, hours, people, queries, world }: Sample): Generator<string> {
  const until = hours === undefined ? DAY : NOON + 3600 * hours
  let left = queries ?? Number.POSITIVE_INFINITY
  for (const { rows } of generateRows({ users: people, seed, start, days, world })) {
    let last = -1
    for (const { time, asked } of rows) {
      if (time === last) continue
      last = time
      if (hours !== undefined && (time % DAY < NOON || time % DAY >= until)) continue
      yield asked.text
      if (--left === 0) return
    }
  }
}

export const corpusOfSample = (sample: Sample): Corpus => corpusOf(queriesOf(sample))
