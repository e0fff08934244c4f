import { power } from './arithmetic.js'
import type { Lexicon } from './lexicon.js'
import { readList } from './lists.js'
import { AFTER, BEFORE } from './phrasing.js'
import { hashText, mix, Stream } from './stream.js'
import { type Weighted, weighted } from './weighted.js'

export interface Topic {
  readonly id: number
  /** Path in the category tree, for the truth file. */
  readonly path: string
  readonly area: string
  readonly label: string
  /** Part of all that is asked. */
  readonly share: number
  /** Its words and set phrases, the most typical first. */
  readonly words: readonly string[]
  /** What stands before and after its words, the most typical first. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface Topics {
  readonly size: number
  /** Topics by how many people care; draw an index and ask `topic` for it. */
  readonly popularity: Weighted<number>
  topic(id: number): Topic
}

const STOP = new Set(['and', 'for', 'the', 'with', 'from'])
const parts = (text: string) => text.split(/[ /]/).filter((word) => word.length > 2 && !STOP.has(word))

function shuffled<T>(list: readonly T[], chance: Stream): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}

export interface TopicShape {
  /** Only topics whose area is named; all when empty. */
  readonly areas: readonly string[]
  /** Zipf exponent and offset of the topics' popularity. */
  readonly topicExponent: number
  readonly topicOffset: number
  /** Words tied to a topic by chance, from each list. */
  readonly commonWords: number
  readonly rareWords: number
  readonly medicalWords: number
}

/**
 * The category tree with the words of each topic. A topic's own name comes first, then its neighbours in the tree, then
 * words that this world ties to it by chance: so words keep company by topic, and words of near topics overlap.
 */
export function buildTopics(worldKey: number, lexicon: Lexicon, shape: TopicShape): Topics {
  const tree = readList('topics.tsv')
    .map(([group, labels]) => ({ group: group!, labels: labels!.split(',') }))
    .filter(({ group }) => shape.areas.length === 0 || shape.areas.includes(group.split('/')[0]!))
  const entries = tree.flatMap(({ group, labels }) => labels.map((label) => ({ group, label, labels })))
  const order = entries.map((_, i) => i)
  order.sort((a, b) => mix(worldKey, a) - mix(worldKey, b))
  const popularity = weighted(order, (_, rank) => 1 / power(rank + shape.topicOffset, shape.topicExponent))
  const shares = new Float64Array(order.length)
  const all = popularity.sums[order.length - 1]!
  order.forEach((id, i) => {
    shares[id] = (popularity.sums[i]! - (popularity.sums[i - 1] ?? 0)) / all
  })
  const built: (Topic | undefined)[] = new Array(entries.length)

  const build = (id: number): Topic => {
    const { group, label, labels } = entries[id]!
    const area = group.split('/')[0]!
    const chance = new Stream(worldKey, hashText(`${group}/${label}`))
    const near = shuffled(labels, chance).slice(0, 12)
    const words = [label, group.slice(group.indexOf('/') + 1), ...parts(label), area]
    for (let i = 0; i < shape.commonWords; i++) {
      if (near.length > 0 && i % 2 === 0) words.push(near.pop()!)
      // Not the very first of the common words: those carry no topic.
      const u = chance.unit()
      words.push(lexicon.common[Math.floor(150 + (lexicon.common.length - 150) * u)]!)
    }
    for (let i = 0; i < shape.medicalWords; i++) words.splice(2 + i * 2, 0, chance.pick(lexicon.medical))
    for (let i = 0; i < shape.rareWords; i++) words.push(chance.pick(lexicon.rare))
    const habits = new Stream(worldKey, hashText(area))
    return {
      id,
      path: `${group}/${label}`,
      area,
      label,
      share: shares[id]!,
      words: [...new Set(words)],
      before: shuffled(BEFORE, habits),
      after: shuffled(AFTER, habits),
    }
  }
  return {
    size: entries.length,
    popularity,
    topic(id) {
      built[id] ??= build(id)
      return built[id]
    },
  }
}
