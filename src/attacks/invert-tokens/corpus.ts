import { Numbers } from '../../base/numbers.js'
import { dictionary } from './dictionary.js'

/**
 * A log as an attacker counts it: baskets of tokens (the words of a query, or the tags of a session), equal baskets once with
 * how often they occur. Tokens are numbered by falling frequency, equal ones by their text, so that the n most frequent are 0 to n - 1
 * and numbers do not depend on the order of rows.
 */
export interface Corpus extends Baskets {
  readonly tokens: readonly string[]
  /** Occurrences of each token. */
  readonly frequency: Float64Array
  readonly occurrences: number
}

/** What is counted, in numbers. */
export interface Baskets {
  /** Tokens of basket b: ids[starts[b]] to ids[starts[b + 1] - 1], in their order. */
  readonly starts: Uint32Array
  readonly ids: Uint32Array
  readonly times: Uint32Array
  /** What stands beside each basket in clear on both sides, as numbers that mean the same on both. */
  readonly clear: { readonly starts: Uint32Array; readonly ids: Uint32Array }
  /** The same tokens in larger baskets, where there are such: what a person asks at all beside what they ask on one day. */
  readonly wider?: Baskets
}

/** Gathers baskets. */
export interface CorpusBuilder {
  /** Words between blanks. */
  addText(text: string, times: number): void
  addTokens(tokens: readonly string[], times: number, clear?: readonly number[]): void
  /** Lines of: how often; 1 + what stands beside in clear, or 0; then the words, all with blanks between. */
  addLines(lines: string): void
  /** Beyond the first `vocabulary` tokens, those equally frequent are in no order. */
  finish(vocabulary?: number): Corpus
}

const BLANK = 32
const ZERO = 48

/** Baskets as they come, tokens by the numbers of the dictionary. */
function gathering() {
  const numbers = dictionary()
  const counts: number[] = []
  const [starts, ids, times] = [new Numbers(), new Numbers(), new Numbers()]
  const clear = { starts: new Numbers(), ids: new Numbers() }
  starts.push(0)
  clear.starts.push(0)
  const token = (text: string, from: number, to: number, often: number) => {
    const id = numbers.number(text, from, to)
    if (id === counts.length) counts.push(0)
    counts[id]! += often
    ids.push(id)
  }
  return {
    ...{ words: numbers.words, counts, starts, ids, times, clear },
    /** A token of the open basket. */
    token,
    /** All between blanks. */
    tokens(text: string, start: number, end: number, often: number): void {
      let from = start
      for (let at = start; at < end; at++) {
        if (text.charCodeAt(at) !== BLANK) continue
        if (at > from) token(text, from, at, often)
        from = at + 1
      }
      if (from < end) token(text, from, end, often)
    },
    /** Ends the basket; the next is open. */
    close(often: number): void {
      starts.push(ids.length)
      times.push(often)
      clear.starts.push(clear.ids.length)
    },
  }
}

export function corpusBuilder(): CorpusBuilder {
  const gathered = gathering()
  const { token, tokens, close, clear } = gathered
  return {
    addText(text, often) {
      tokens(text, 0, text.length, often)
      close(often)
    },
    addLines(lines) {
      let at = 0
      const number = () => {
        let value = 0
        for (let code = lines.charCodeAt(at++); code !== BLANK; code = lines.charCodeAt(at++))
          value = 10 * value + code - ZERO
        return value
      }
      while (at < lines.length) {
        const often = number()
        const beside = number()
        const next = lines.indexOf('\n', at)
        const end = next < 0 ? lines.length : next
        tokens(lines, at, end, often)
        if (beside > 0) clear.ids.push(beside - 1)
        close(often)
        at = end + 1
      }
    },
    addTokens(words, often, beside = []) {
      for (const word of words) token(word, 0, word.length, often)
      for (const id of beside) clear.ids.push(id)
      close(often)
    },
    finish: (vocabulary) => numbered(gathered, vocabulary),
  }
}

/** Tokens numbered by their frequency. */
function numbered(
  { words, counts, starts, ids, times, clear }: ReturnType<typeof gathering>,
  vocabulary = counts.length,
): Corpus {
  const order = byFrequency(counts, words, vocabulary)
  const rank = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) rank[order[i]!] = i
  const all = shared(ids.array())
  for (let i = 0; i < all.length; i++) all[i] = rank[all[i]!]!
  const frequency = Float64Array.from(order, (id) => counts[id]!)
  return {
    tokens: Array.from(order, (id) => words[id]!),
    frequency,
    occurrences: frequency.reduce((sum, often) => sum + often, 0),
    starts: shared(starts.array()),
    ids: all,
    times: shared(times.array()),
    clear: { starts: shared(clear.starts.array()), ids: shared(clear.ids.array()) },
  }
}

/** A copy that other threads see. */
function shared(values: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(4 * values.length))
  copy.set(values)
  return copy
}

/** Numbers of tokens by falling frequency; among the first, equal ones by their text. */
function byFrequency(counts: readonly number[], texts: readonly string[], vocabulary: number): Uint32Array {
  const order = Uint32Array.from(counts, (_, id) => id).sort((a, b) => counts[b]! - counts[a]!)
  for (let from = 0, to = 0; from < Math.min(vocabulary, order.length); from = to) {
    while (to < order.length && counts[order[to]!] === counts[order[from]!]) to++
    order.subarray(from, to).sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1))
  }
  return order
}

/** The corpus of a list of queries, in memory. */
export function corpusOf(queries: Iterable<string>): Corpus {
  const distinct = new Map<string, number>()
  for (const query of queries) distinct.set(query, (distinct.get(query) ?? 0) + 1)
  const builder = corpusBuilder()
  for (const [query, times] of distinct) builder.addText(query, times)
  return builder.finish()
}
