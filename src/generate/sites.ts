import { longTail, offsetTail, power } from './arithmetic.js'
import type { Lexicon } from './lexicon.js'
import { readList, readWords } from './lists.js'
import { hashText, mix, Stream } from './stream.js'
import { draw, type Weighted, weighted } from './weighted.js'

export interface Site {
  /** What people call it. */
  readonly name: string
  readonly host: string
}

export interface Sites {
  readonly known: Weighted<Site>
  /** Host of the well-known site that a text stands for. */
  readonly byText: ReadonlyMap<string, string>
}

/** Well-known sites and companies, by falling popularity; behind them stand millions of small made-up ones. */
export function buildSites(exponent: number, offset: number): Sites {
  const list: Site[] = readWords('sites.txt').map((host) => ({ name: host.slice(0, host.indexOf('.')), host }))
  const taken = new Set(list.map((site) => site.host))
  for (const [name, host] of readList('companies.tsv') as [string, string][])
    if (!taken.has(host)) list.push({ name, host })
  const byText = list.flatMap(({ name, host }) => [name, host, `www.${host}`].map((text) => [text, host] as const))
  return {
    known: weighted(list, (_, rank) => 1 / power(rank + offset, exponent)),
    byText: new Map(byText.reverse()), // of two sites of one name, the better known
  }
}

const SMALL_SITES = 6_000_000
const ENDINGS = ['com', 'com', 'com', 'com', 'com', 'com', 'com', 'org', 'net', 'org', 'edu', 'com']
const scratch = new Stream(0)

/** The small site of that number: two words grown together, the same for everybody in a world. */
function smallSite(lexicon: Lexicon, worldKey: number, rank: number): Site {
  scratch.open(mix(worldKey, 0x517e), rank)
  const first = lexicon.common[scratch.below(lexicon.common.length)]!
  const second = scratch.chance(0.6)
    ? lexicon.common[scratch.below(2500)]!
    : lexicon.rare[scratch.below(lexicon.rare.length)]!
  const name = first + second
  return { name, host: `${name}.${ENDINGS[hashText(name) % ENDINGS.length]!}` }
}

export function drawSite(sites: Sites, lexicon: Lexicon, worldKey: number, small: number, chance: Stream): Site {
  return chance.chance(small)
    ? smallSite(lexicon, worldKey, offsetTail(chance, 500, SMALL_SITES))
    : draw(sites.known, chance)
}

/**
 * The result of a query at a rank: always the same one. It belongs to one of the query's words, so queries that share
 * words share results.
 */
export function resultHost(lexicon: Lexicon, worldKey: number, text: string, rank: number): string {
  scratch.open(mix(worldKey, hashText(text)), rank)
  const words = text.split(' ')
  const word = hashText(words[scratch.below(words.length)]!)
  const place = longTail(scratch, 5.3) // about 200 sites a word
  scratch.open(mix(worldKey, word), place)
  const first = lexicon.common[scratch.below(lexicon.common.length)]!
  const second = lexicon.common[scratch.below(3000)]!
  return `${first}${second}.${scratch.pick(ENDINGS)}`
}
