import { longTail, offsetTail, run } from './arithmetic.js'
import { CONNECT, QUESTIONS } from './phrasing.js'
import { mix, Stream } from './stream.js'
import type { Topic } from './topics.js'
import { draw } from './weighted.js'
import type { World } from './world.js'

/** What is special in one person's interest in a topic: these words come back in their queries and in few others'. */
export interface Interest {
  readonly topic: Topic
  readonly focus: readonly string[]
}

const LN_PHRASES = 4.2

/** A word from a list whose first entries are the typical ones. */
function typical(list: readonly string[], chance: Stream, lnSize = LN_PHRASES): string {
  return list[Math.min(longTail(chance, lnSize), list.length - 1)]!
}

/** Adds what people put around a subject. */
function phrase(words: string[], topic: Topic, chance: Stream): string {
  if (words.length > 1 && chance.chance(0.1)) words.splice(words.length - 1, 0, typical(CONNECT, chance, 2.9))
  const u = chance.unit()
  if (u < 0.1) words.unshift(typical(topic.before, chance))
  else if (u < 0.25) words.push(typical(topic.after, chance))
  return words.join(' ')
}

function addTopicWords(words: string[], topic: Topic, count: number, chance: Stream, lnSize: number): void {
  for (let tries = 0; tries < 3 * count && count > 0; tries++) {
    const word = typical(topic.words, chance, lnSize)
    if (words.some((w) => w.includes(word) || word.includes(w))) continue
    words.push(word)
    count--
  }
}

const scratch = new Stream(0)

/** The topic's shared query of that rank: the same text whoever asks. Popular ones are short. */
export function sharedQuery(world: World, topic: Topic, rank: number): string {
  if (rank === 0) return topic.label
  scratch.open(mix(world.key, 0x5a4ed ^ topic.id), rank)
  const words: string[] = []
  const least = rank < 150 ? 1 : rank < 8000 ? 2 : 3
  addTopicWords(words, topic, least + run(scratch, 0.12, 3), scratch, 3.9)
  return phrase(words, topic, scratch)
}

/** One of the topic's many queries that few ask, all equally likely; the same text whoever asks. */
export function uncommonQuery(world: World, topic: Topic, chance: Stream): string {
  const number = chance.below(Math.ceil(topic.share * world.parameters.uncommonQueries))
  scratch.open(mix(world.key, 0x0ddba11 ^ topic.id), number)
  const words: string[] = []
  addTopicWords(words, topic, 1 + run(scratch, world.parameters.wordiness, 3), scratch, 3.9)
  words.splice(scratch.below(words.length + 1), 0, newDetail(world, scratch))
  return phrase(words, topic, scratch)
}

/** Names, numbers and rare words a person has used. */
export interface Stock {
  readonly words: string[]
  /** How readily they are used again, 1 on average. */
  readonly constancy: number
}

/** A name, number or rare word. People use their own over again: the longer they search, the fewer are new. */
function detail(world: World, stock: Stock, chance: Stream): string {
  const { words, constancy } = stock
  const known = words.length * constancy
  const word = chance.chance(known / (known + world.parameters.stock))
    ? words[words.length - 1 - chance.below(Math.min(words.length, world.parameters.stockWindow))]!
    : newDetail(world, chance)
  words.push(word)
  return word
}

function newDetail(world: World, chance: Stream): string {
  const u = chance.unit()
  const { lexicon, names } = world
  if (u < 0.42) return lexicon.rare[offsetTail(chance, 1500, lexicon.rare.length)]!
  if (u < 0.55) return draw(names.last, chance)
  if (u < 0.75) return chance.pick(lexicon.common)
  if (u < 0.85) return draw(world.towns.all, chance).name
  if (u < 0.93) return String(1 + chance.below(chance.chance(0.5) ? 100 : 3000))
  return `${String.fromCharCode(97 + chance.below(26), 97 + chance.below(26))}${10 + chance.below(9000)}`
}

/** Draws what one person's interest in a topic is about. */
export function interestIn(world: World, topic: Topic, stock: Stock, chance: Stream): Interest {
  const focus: string[] = []
  const n = 1 + run(chance, 0.55, 6)
  for (let i = 0; i < n; i++)
    focus.push(chance.chance(0.7) ? detail(world, stock, chance) : topic.words[chance.below(topic.words.length)]!)
  return { topic, focus }
}

/** A query in the person's own words: nearly always one that nobody else asks. */
export function ownQuery(world: World, interest: Interest, asks: number, stock: Stock, chance: Stream): string {
  const { topic, focus } = interest
  const words: string[] = []
  if (chance.chance(world.parameters.bare)) {
    words.push(typical(focus, chance, 1.8))
    if (chance.chance(0.6)) words.push(detail(world, stock, chance))
    return words.join(' ')
  }
  addTopicWords(words, topic, 1 + run(chance, world.parameters.wordiness, 4), chance, 4)
  if (chance.chance(world.parameters.focus)) {
    const word = typical(focus, chance, 1.8)
    if (!words.includes(word)) words.splice(chance.below(words.length + 1), 0, word)
  }
  if (chance.chance(world.parameters.details)) words.push(detail(world, stock, chance))
  if (chance.chance(asks)) words.unshift(chance.pick(QUESTIONS))
  return phrase(words, topic, chance)
}
