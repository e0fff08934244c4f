import { type Lexicon, lexicon } from './lexicon.js'
import { type Names, names } from './names.js'
import type { WorldParameters } from './parameters.js'
import { buildSites, type Sites } from './sites.js'
import { hashText } from './stream.js'
import { buildTopics, type Topics } from './topics.js'
import { type Towns, towns } from './towns.js'

/** What all searchers share: the words, what is popular, and the web. Nothing in it depends on the seed. */
export interface World {
  readonly parameters: WorldParameters
  readonly key: number
  readonly lexicon: Lexicon
  readonly names: Names
  readonly towns: Towns
  readonly sites: Sites
  readonly topics: Topics
}

export function buildWorld(parameters: WorldParameters): World {
  const key = hashText(parameters.name)
  const words = lexicon()
  return {
    parameters,
    key,
    lexicon: words,
    names: { ...names(), families: parameters.families, key },
    towns: towns(),
    sites: buildSites(parameters.siteExponent, parameters.siteOffset),
    topics: buildTopics(key, words, parameters),
  }
}
