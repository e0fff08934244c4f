import { backTo, mark, take } from '../base/arena'
import { clusterTexts } from './cluster'
import { Numbers, numberOf, openNumbers } from './numbers'
import { closeSet, openSet, openSets, put, Sets } from './sets'
import { addText, count, openTexts } from './texts'

// A row as kernels see it: its number, the bytes of its text, how many results and categories it has; person; time; then the text,
// the results (8 bytes each) and the categories (4 bytes each).
export const ROW: usize = 0
export const TEXT_BYTES: usize = 4
export const RESULTS: usize = 8
export const CATEGORIES: usize = 12
export const PERSON: usize = 16
export const TIME: usize = 24
export const HEAD: usize = 32

const results = changetype<Numbers>(memory.data(offsetof<Numbers>(), 16))
const categoryNumbers = changetype<Numbers>(memory.data(offsetof<Numbers>(), 16))
const categories = changetype<Sets>(memory.data(offsetof<Sets>(), 16))

/** Splits one history, whose rows stand at these addresses in their order: writes (row, cluster) for each. */
export function splitHistory(rows: usize, size: i32, out: usize): void {
  const held = mark()
  let bytes: usize = 0
  let resultCount: i32 = 0
  let categoryCount: i32 = 0
  for (let i = 0; i < size; i++) {
    const row = rowAt(rows, i)
    bytes += load<u32>(row, TEXT_BYTES)
    resultCount += load<u32>(row, RESULTS)
    categoryCount += load<u32>(row, CATEGORIES)
  }
  const textOf = take((<usize>size) << 2)
  openTexts(size, bytes)
  openNumbers(results, resultCount)
  const hasCategories = categoryCount > 0
  if (hasCategories) {
    openSets(categories, size, categoryCount)
    openNumbers(categoryNumbers, categoryCount)
  }
  const pairs = take((<usize>resultCount) << 3)
  const firstText = take((<usize>resultCount) << 2)
  let pair = pairs
  for (let i = 0; i < size; i++) {
    const row = rowAt(rows, i)
    const known = count
    let at = row + HEAD
    const text = addText(at, load<u32>(row, TEXT_BYTES))
    store<u32>(textOf + ((<usize>i) << 2), text)
    at += load<u32>(row, TEXT_BYTES)
    for (let n: u32 = load<u32>(row, RESULTS); n > 0; n--, at += 8) {
      const seen = results.known
      const result = numberOf(results, load<u64>(at))
      const first = firstText + ((<usize>result) << 2)
      if (result === seen || text < <i32>load<u32>(first)) store<u32>(first, text)
      store<u32>(pair, text)
      store<u32>(pair, result, 4)
      pair += 8
    }
    if (hasCategories && text === known) takeCategories(at, load<u32>(row, CATEGORIES))
  }
  const byResult = take((<usize>count) << 2)
  for (let text = 0; text < count; text++) store<u32>(byResult + ((<usize>text) << 2), text)
  for (let at = pairs; at < pair; at += 8) {
    const own = byResult + ((<usize>load<u32>(at)) << 2)
    store<u32>(own, min(load<u32>(own), load<u32>(firstText + ((<usize>load<u32>(at, 4)) << 2))))
  }
  const clusters = clusterTexts(byResult, categories, hasCategories)
  for (let i = 0; i < size; i++, out += 8) {
    store<u32>(out, load<u32>(rowAt(rows, i), ROW))
    store<u32>(out, load<u32>(clusters + ((<usize>load<u32>(textOf + ((<usize>i) << 2))) << 2)), 4)
  }
  backTo(held)
}

function rowAt(rows: usize, i: i32): usize {
  return load<u32>(rows + ((<usize>i) << 2))
}

function takeCategories(at: usize, n: u32): void {
  openSet(categories)
  for (; n > 0; n--, at += 4) put(categories, numberOf(categoryNumbers, load<u32>(at)))
  closeSet(categories)
}
