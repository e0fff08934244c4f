/**
 * A log as an attacker counts it: baskets of tokens (the words of a query, or the tags of a session), equal baskets once with
 * how often they occur. Tokens are numbered by falling frequency, equal ones by their text, so that the n most frequent are 0 to n - 1
 * and numbers do not depend on the order of rows.
 */
export interface Corpus {
  readonly tokens: readonly string[]
  /** Occurrences of each token. */
  readonly frequency: Float64Array
  readonly occurrences: number
  /** Tokens of basket b: ids[starts[b]] to ids[starts[b + 1] - 1], in their order. */
  readonly starts: Uint32Array
  readonly ids: Uint32Array
  readonly times: Uint32Array
  /** What stands beside each basket in clear on both sides, as numbers that mean the same on both. */
  readonly clear: { readonly starts: Uint32Array; readonly ids: Uint32Array }
}

/** Gathers baskets. */
export interface CorpusBuilder {
  /** Words between blanks. */
  addText(text: string, times: number): void
  addTokens(tokens: readonly string[], times: number, clear?: readonly number[]): void
  finish(): Corpus
}

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
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const [starts, ids, times, clearStarts, clearIds] = [growing(), growing(), growing(), growing(), growing()]
  starts.push(0)
  clearStarts.push(0)
  let occurrences = 0
  const token = (word: string, often: number) => {
    let id = numbers.get(word)
    if (id === undefined) {
      id = counts.length
      numbers.set(word, id)
      counts.push(0)
    }
    counts[id]! += often
    occurrences += often
    ids.push(id)
  }
  const close = (often: number) => {
    starts.push(ids.length)
    times.push(often)
    clearStarts.push(clearIds.length)
  }
  return {
    addText(text, often) {
      let from = 0
      for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', from)) {
        if (at > from) token(text.slice(from, at), often)
        from = at + 1
      }
      if (from < text.length) token(text.slice(from), often)
      close(often)
    },
    addTokens(tokens, often, clear = []) {
      for (const word of tokens) token(word, often)
      for (const id of clear) clearIds.push(id)
      close(often)
    },
    finish() {
      const words = [...numbers.keys()]
      const order = Uint32Array.from(words, (_, i) => i).sort(
        (a, b) => counts[b]! - counts[a]! || (words[a]! < words[b]! ? -1 : 1),
      )
      const rank = new Uint32Array(order.length)
      order.forEach((id, i) => {
        rank[id] = i
      })
      const all = ids.done()
      for (let i = 0; i < all.length; i++) all[i] = rank[all[i]!]!
      return {
        tokens: Array.from(order, (id) => words[id]!),
        frequency: Float64Array.from(order, (id) => counts[id]!),
        occurrences,
        starts: starts.done(),
        ids: all,
        times: times.done(),
        clear: { starts: clearStarts.done(), ids: clearIds.done() },
      }
    },
  }
}

/** The corpus of a list of queries, in memory. */
export function corpusOf(queries: Iterable<string>): Corpus {
  const distinct = new Map<string, number>()
  for (const query of queries) distinct.set(query, (distinct.get(query) ?? 0) + 1)
  const builder = corpusBuilder()
  for (const [query, times] of distinct) builder.addText(query, times)
  return builder.finish()
}
