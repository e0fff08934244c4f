import type { Stream } from './stream.js'
import type { Interest } from './topical-query.js'

/** The next try at the same thing: a word more, a word less, or another word. */
export function reformulate(text: string, interest: Interest, chance: Stream): string {
  const words = text.split(' ')
  const { topic, focus } = interest
  const other = chance.chance(0.4) ? chance.pick(focus) : topic.words[chance.below(Math.min(30, topic.words.length))]!
  const u = chance.unit()
  if (words.length > 1 && u < 0.25) words.splice(chance.below(words.length), 1)
  else if (words.length > 1 && u < 0.55) words[chance.below(words.length)] = other
  else if (words.length < 8) words.push(other)
  return words.join(' ')
}
