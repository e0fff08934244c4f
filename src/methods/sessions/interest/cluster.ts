import { firstOfAll } from './all-pairs.js'
import { grown } from './arrays.js'
import { FEW, type Rules } from './rules.js'
import { SegmentIndex } from './segment-index.js'
import { SetIndex } from './set-index.js'
import type { Sets } from './sets.js'
import type { Texts } from './texts.js'

/**
 * Clusters the distinct texts of a history [Adar07] section 6: each joins the cluster of the first earlier one that is like it by any rule,
 * or starts a cluster. Equal texts need no search: what the first of them found is what all of them find.
 *
 * Deviates from the pseudo-code, whose last `else` stands inside the inner loop: a new cluster is opened after the loop.
 */
export class Clusterer {
  /** The cluster of each text; valid until the next history. */
  cluster = new Int32Array(256)
  private readonly words: SetIndex
  private readonly categories: SetIndex
  private readonly segments: SegmentIndex

  private readonly rules: Rules
  private readonly few: number

  constructor(rules: Rules, few = FEW) {
    this.rules = rules
    this.few = few
    this.words = new SetIndex(rules.jaccard)
    this.categories = new SetIndex(rules.jaccard)
    this.segments = new SegmentIndex(rules.levenshtein)
  }

  /** `byResult` has, for each text, the first text that shares a result with it: itself if none before it does. */
  run(texts: Texts, byResult: Int32Array, categories?: Sets): number {
    const indexed = texts.count >= this.few
    if (indexed) this.openIndex(texts, categories)
    this.cluster = grown(this.cluster, texts.count)
    let clusters = 0
    for (let text = 0; text < texts.count; text++) {
      const earlier = Math.min(text, byResult[text]!)
      const first = indexed
        ? this.search(texts, categories, text, earlier)
        : firstOfAll(texts, categories, this.rules, text, earlier)
      this.cluster[text] = first < text ? this.cluster[first]! : clusters++
    }
    return clusters
  }

  private openIndex(texts: Texts, categories: Sets | undefined): void {
    this.words.clear()
    this.categories.clear()
    this.segments.clear()
    texts.words.sortByRarity()
    categories?.sortByRarity()
  }

  private search(texts: Texts, categories: Sets | undefined, text: number, earlier: number): number {
    let first = this.words.first(texts.words, text, earlier)
    if (categories) first = this.categories.first(categories, text, first)
    first = this.segments.first(texts, text, first)
    this.words.add(texts.words, text)
    if (categories) this.categories.add(categories, text)
    this.segments.add(texts, text)
    return first
  }
}
