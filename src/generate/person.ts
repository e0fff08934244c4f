import { exp, ln, normal, run } from './arithmetic.js'
import { fullName } from './names.js'
import { Stream } from './stream.js'
import { type Interest, interestIn } from './topical-query.js'
import type { Town } from './towns.js'
import { draw, drawIndex, type Weighted, weighted } from './weighted.js'
import type { World } from './world.js'

const AGES = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const

/** A made-up searcher. */
export interface Person {
  readonly user: number
  readonly name: string
  readonly home: Town
  readonly age: (typeof AGES)[number]
  readonly robot: boolean
  readonly interests: Weighted<Interest>
  /** Family and friends, by name. */
  readonly others: readonly string[]
  /** Sites they go to by searching for their name. */
  readonly brands: readonly number[]
  /** Queries in 92 days. */
  readonly pace: number
  /** How site names are typed: bare, with ending, or with www. */
  readonly addressStyle: number
  readonly typos: number
  /** How much they come back to the same things: 1 on average, 0 for those who never do. */
  readonly constancy: number
  readonly asks: number
  /** Hours by which the day starts earlier or later than for most. */
  readonly lateness: number
}

/** Numbers of the streams: one for who a person is, one for each stretch of weeks they search in. */
export const WHO = 0
export const SEARCHES = 1

/** The extremes are likelier than the middle. */
function constancy(variety: number, u: number): number {
  return 1 - variety + 2 * variety * u * u * (3 - 2 * u)
}

/** The user of that number, who depends on world and seed alone, not on days or how many others there are. */
export function makePerson(world: World, seed: number, index: number): Person {
  const { parameters: p } = world
  const chance = new Stream(world.key, seed, index, WHO)
  const robot = chance.chance(p.robots)
  const z = normal(chance)
  const name = fullName(world.names, chance)
  const surname = name.slice(name.indexOf(' ') + 1)
  const ageGroup = chance.below(AGES.length)
  const interests: Interest[] = []
  const count = Math.max(2, Math.floor(p.interests * (0.4 + 1.2 * chance.unit())))
  for (let i = 0; i < count; i++) {
    const topic = world.topics.topic(world.topics.popularity.items[drawIndex(world.topics.popularity, chance)]!)
    interests.push(interestIn(world, topic, { words: [], constancy: 1 }, chance))
  }
  const others: string[] = []
  for (let i = 2 + run(chance, 0.7, 12); i > 0; i--)
    others.push(fullName(world.names, chance, chance.chance(0.35) ? surname : undefined))
  const brands: number[] = []
  for (let i = 1 + run(chance, 0.7, 8); i > 0; i--) brands.push(drawIndex(world.sites.known, chance))
  return {
    user: 1001 + index * 7 + chance.below(7),
    name,
    home: draw(world.towns.all, chance),
    age: AGES[ageGroup]!,
    robot,
    interests: weighted(interests, (_, i) => 1 / (i + 1)),
    others,
    brands,
    pace: robot ? exp(ln(4000) + 0.8 * z) : exp(ln(p.medianQueries) + p.spread * z),
    addressStyle: chance.unit(),
    typos: p.misspell * 2 * chance.unit(),
    asks: chance.chance(0.2) ? 0.2 : 0.02,
    constancy: constancy(p.variety, chance.unit()),
    lateness: Math.round(1.5 * normal(chance) + (3 - ageGroup) / 2), // the young search late, the old early
  }
}
