import { take } from '../base/arena'
import { Lists } from './lists'
import { lowerToNear, near } from './near-texts'
import { editsWithin, few, longestWithin } from './rules'
import { firstAlike, openSetIndex, SetIndex } from './set-index'
import { alike, likely, maskOf, needOf, Sets } from './sets'
import { count, GLANCE, glanceOf, glances, lengthOf, WORDS, words } from './texts'

// Clusters the distinct texts of a history [Adar07] section 6: each joins the cluster of the first earlier one that is like it by
// any rule, or starts a cluster. Equal texts need no search: what the first of them found is what all of them find.
// Deviates from the pseudo-code, whose last `else` stands inside the inner loop: a new cluster is opened after the loop.

const index = changetype<SetIndex>(memory.data(offsetof<SetIndex>(), 16))
const lists = changetype<Lists>(memory.data(offsetof<Lists>(), 16))

/** The cluster of each text. `byResult` has for each the first text that shares a result with it: itself if none before it does. */
export function clusterTexts(byResult: usize, categories: Sets, hasCategories: bool): usize {
  const firsts = byResult
  const indexed = count >= few
  if (indexed) lookUpAll(firsts, categories, hasCategories)
  const clusters = take((<usize>count) << 2)
  let known: u32 = 0
  for (let text = 0; text < count; text++) {
    let first: i32 = load<u32>(firsts + ((<usize>text) << 2))
    if (!indexed) {
      first = firstOfAll(text, first)
      if (hasCategories) first = firstByCategory(categories, text, first)
    }
    const cluster = first < text ? load<u32>(clusters + ((<usize>first) << 2)) : known++
    store<u32>(clusters + ((<usize>text) << 2), cluster)
  }
  return clusters
}

/** Finds for each text the first that is like it through indexes. */
function lookUpAll(firsts: usize, categories: Sets, hasCategories: bool): void {
  index.lists = lists
  index.sets = words
  openSetIndex(index)
  for (let text = 0; text < count; text++) lowerToAlike(firsts, text)
  if (hasCategories) {
    index.sets = categories
    openSetIndex(index)
    for (let text = 0; text < count; text++) lowerToAlike(firsts, text)
  }
  lowerToNear(firsts)
}

function lowerToAlike(firsts: usize, text: i32): void {
  const first = firsts + ((<usize>text) << 2)
  store<u32>(first, firstAlike(index, text, load<u32>(first)))
}

/** The first text before `best` that is like this one, by looking at one after the other; else `best`. */
function firstOfAll(text: i32, best: i32): i32 {
  const letters = load<u64>(glanceOf(text))
  const mask = load<u64>(glanceOf(text), WORDS)
  const need = <u64>needOf(words, text)
  const reach = <u64>(2 * editsWithin(longestWithin(lengthOf(text)))) // an edit changes two counts by one
  const end = glanceOf(best)
  for (let other = glances; other < end; other += GLANCE) {
    const differ = popcnt(letters ^ load<u64>(other))
    const share = popcnt(mask & load<u64>(other, WORDS))
    if ((u32(differ <= reach) | u32(share >= need)) === 0) continue
    const number = <i32>((other - glances) / GLANCE)
    if (share >= need && share >= <u64>needOf(words, number) && alike(words, text, number)) return number
    if (differ <= reach && near(text, number)) return number
  }
  return best
}

function firstByCategory(categories: Sets, text: i32, best: i32): i32 {
  const mask = maskOf(categories, text)
  const need = needOf(categories, text)
  for (let other = 0; other < best; other++)
    if (likely(mask, need, maskOf(categories, other), needOf(categories, other)) && alike(categories, text, other))
      return other
  return best
}
