import { Clusterer } from './cluster.js'
import { ResultsSeen } from './results-seen.js'
import { byPersonAndTime, type Rows, readRows } from './rows.js'
import type { Rules } from './rules.js'
import { Sets } from './sets.js'
import { Texts } from './texts.js'

const BLANK = 32

/** Splits the histories of one part of a log: (row, cluster) for every row, as tab-separated lines. */
export function rowSplitter(rules: Rules): (bytes: Uint8Array) => Uint8Array {
  const texts = new Texts()
  const clusterer = new Clusterer(rules)
  const results = new ResultsSeen()
  const categories = new Sets()
  const numbers = new Map<number, number>() // of the categories of one history
  return (bytes) => {
    const rows = readRows(bytes)
    const { order, starts } = byPersonAndTime(rows)
    const textOf = new Uint32Array(rows.count)
    const cluster = new Uint32Array(rows.count)
    for (let person = 0; person < rows.persons; person++) {
      texts.clear()
      results.clear()
      categories.clear()
      numbers.clear()
      for (let i = starts[person]!; i < starts[person + 1]!; i++) {
        const row = order[i]!
        const known = texts.count
        const text = texts.add(bytes, rows.text[row]!, rows.textEnd[row]!)
        textOf[row] = text
        eachNumber(bytes, rows.textEnd[row]! + 1, (key) => results.add(text, key))
        if (text < known) continue
        categories.open()
        eachNumber(bytes, rows.resultsEnd[row]! + 1, (category) => {
          const number = numbers.get(category) ?? numbers.size
          numbers.set(category, number)
          categories.put(number)
        })
      }
      clusterer.run(texts, results.firstTexts(texts.count), numbers.size > 0 ? categories : undefined)
      for (let i = starts[person]!; i < starts[person + 1]!; i++)
        cluster[order[i]!] = clusterer.cluster[textOf[order[i]!]!]!
    }
    return written(rows, cluster)
  }
}

/** Whole numbers with blanks between them, up to a tab or the end of the line. */
function eachNumber(bytes: Uint8Array, from: number, take: (number: number) => void): void {
  let number = -1
  for (let i = from; ; i++) {
    const byte = bytes[i]!
    if (byte >= 48) number = Math.max(0, number) * 10 + byte - 48
    else {
      if (number >= 0) take(number)
      if (byte !== BLANK) return
      number = -1
    }
  }
}

function written({ count, row }: Rows, cluster: Uint32Array): Uint8Array {
  const out = new Uint8Array(count * 22)
  let end = 0
  const put = (value: number, last: number) => {
    const from = end
    for (let rest = value; rest > 0 || end === from; rest = Math.floor(rest / 10)) out[end++] = 48 + (rest % 10)
    out.subarray(from, end).reverse()
    out[end++] = last
  }
  for (let i = 0; i < count; i++) {
    put(row[i]!, 9)
    put(cluster[i]!, 10)
  }
  return out.subarray(0, end)
}
