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

/** A list of numbers that grows in place. */
function growing() {
  let values = new Uint32Array(1 << 12)
  let length = 0
  return {
    push(value: number): void {
      if (length === values.length) {
        const wider = new Uint32Array(length * 2)
        wider.set(values)
        values = wider
      }
      values[length++] = value
    },
    get length() {
      return length
    },
    done: () => values.subarray(0, length),
  }
}

export function corpusBuilder(): CorpusBuilder {
  const numbers = dictionary()
  const counts: number[] = []
  const [starts, ids, times, clearStarts, clearIds] = [growing(), growing(), growing(), growing(), growing()]
  starts.push(0)
  clearStarts.push(0)
  let occurrences = 0
  const token = (text: string, from: number, to: number, often: number) => {
    const id = numbers.number(text, from, to)
    if (id === counts.length) counts.push(0)
    counts[id]! += often
    occurrences += often
    ids.push(id)
  }
  const close = (often: number) => {
    starts.push(ids.length)
    times.push(often)
    clearStarts.push(clearIds.length)
  }
  const words = (text: string, start: number, end: number, often: number) => {
    let from = start
    for (let at = start; at < end; at++) {
      if (text.charCodeAt(at) !== BLANK) continue
      if (at > from) token(text, from, at, often)
      from = at + 1
    }
    if (from < end) token(text, from, end, often)
  }
  return {
    addText(text, often) {
      words(text, 0, text.length, often)
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
        words(lines, at, end, often)
        if (beside > 0) clearIds.push(beside - 1)
        close(often)
        at = end + 1
      }
    },
    addTokens(tokens, often, clear = []) {
      for (const word of tokens) token(word, 0, word.length, often)
      for (const id of clear) clearIds.push(id)
      close(often)
    },
    finish(vocabulary = counts.length) {
      const texts = numbers.words
      const order = byFrequency(counts, texts, vocabulary)
      const rank = new Uint32Array(order.length)
      order.forEach((id, i) => {
        rank[id] = i
      })
      const all = shared(ids.done())
      for (let i = 0; i < all.length; i++) all[i] = rank[all[i]!]!
      return {
        tokens: Array.from(order, (id) => texts[id]!),
        frequency: Float64Array.from(order, (id) => counts[id]!),
        occurrences,
        starts: shared(starts.done()),
        ids: all,
        times: shared(times.done()),
        clear: { starts: shared(clearStarts.done()), ids: shared(clearIds.done()) },
      }
    },
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
