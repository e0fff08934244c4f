import { ADULT_TERMS } from '../text/spot/terms.js'
import { ln, longTail, offsetTail } from './arithmetic.js'
import type { Asked, QueryKind } from './asked.js'
import { takesCompany, withOwnWord } from './company.js'
import { drawIdentifier, madeUp } from './identifying.js'
import { fullName, star } from './names.js'
import type { Person } from './person.js'
import { SERVICES, TRADES } from './phrasing.js'
import { drawSite } from './sites.js'
import { mix, Stream } from './stream.js'
import { type Interest, interestIn, ownQuery, type Stock, sharedQuery, uncommonQuery } from './topical-query.js'
import { STATES, type Town } from './towns.js'
import { draw, drawIndex } from './weighted.js'
import type { World } from './world.js'

/** What a stretch of queries is after. */
export interface Task {
  readonly kind: 'site' | 'topic' | 'local' | 'person' | 'event' | 'identifying' | 'adult'
  readonly interest: Interest
}

const asked = (text: string, kind: QueryKind, interest: string, more: Partial<Asked> = {}): Asked => ({
  text,
  kind,
  host: '',
  interest,
  identifies: undefined,
  by: undefined,
  ...more,
})

export function popularInterest(world: World, stock: Stock, chance: Stream): Interest {
  const { popularity, topic } = world.topics
  return interestIn(world, topic(popularity.items[drawIndex(popularity, chance)]!), stock, chance)
}

function siteQuery(world: World, person: Person, chance: Stream): Asked {
  const { parameters: p, sites, lexicon } = world
  const site =
    chance.chance(0.35 * person.constancy) && !chance.chance(p.smallSites)
      ? sites.known.items[chance.pick(person.brands)]!
      : drawSite(sites, lexicon, world.key, p.smallSites, chance)
  if (takesCompany(world.parameters.wares, chance))
    return asked(withOwnWord(world, site.name, site.host, chance), 'navigational', `site ${site.host}`, {
      host: site.host,
    })
  // A habit with exceptions: bare name, with its ending, or the whole address.
  const style = chance.chance(0.8) ? person.addressStyle : chance.unit()
  const text = style < 0.5 ? site.name : style < 0.72 ? site.host : `www.${site.host}`
  return asked(text, 'navigational', `site ${site.host}`, { host: sites.byText.get(text) ?? site.host })
}

function place(town: Town, chance: Stream): string {
  const u = chance.unit()
  if (u < 0.35) return town.name
  if (u < 0.75) return `${town.name} ${town.state}`
  return `${town.name} ${STATES[town.state]!}`
}

const LN_SERVICES = ln(SERVICES.length)

function localQuery(world: World, person: Person, chance: Stream): Asked {
  const u = chance.unit()
  const near = world.towns.byState.get(person.home.state)
  const town =
    u < 0.5 ? person.home : u < 0.75 && near !== undefined ? draw(near, chance) : draw(world.towns.all, chance)
  const where = place(town, chance)
  const about = `local ${town.name} ${town.state}`
  if (takesCompany(world.parameters.company, chance)) {
    const whose = chance.chance(0.7) ? `${town.name} ${town.state}` : town.state
    return asked(withOwnWord(world, where, whose, chance), 'local', about)
  }
  const service = SERVICES[longTail(chance, LN_SERVICES)]!
  const v = chance.unit()
  // A business by its name, a service, or the place alone.
  const text =
    v < 0.3
      ? `${draw(world.names.last, chance)} ${chance.pick(TRADES)} ${where}`
      : v < 0.88
        ? chance.chance(0.5)
          ? `${service} ${where}`
          : `${where} ${service}`
        : where
  return asked(text, 'local', about)
}

function personQuery(world: World, person: Person, chance: Stream): Asked {
  const u = chance.unit()
  if (u < 0.45) {
    const name = star(world.names, world.key, world.parameters.starOffset, chance)
    if (takesCompany(world.parameters.company, chance))
      return asked(withOwnWord(world, name, name, chance), 'person', `star ${name}`)
    const suffix = chance.chance(0.35)
      ? ` ${chance.pick(['pictures', 'lyrics', 'biography', 'songs', 'movies', 'wedding'])}`
      : ''
    return asked(name + suffix, 'person', `star ${name}`)
  }
  const self = u < 0.5
  const name = self ? person.name : u < 0.85 ? chance.pick(person.others) : fullName(world.names, chance)
  const text = chance.chance(0.4) ? madeUp('name', name, person.home, chance) : name
  return asked(text, self ? 'vanity' : 'person', 'people', {
    identifies: self ? person.user : name,
    by: 'name',
  })
}

function adultQuery(world: World, chance: Stream): Asked {
  const term = ADULT[longTail(chance, LN_ADULT)]!
  const text = chance.chance(0.3) ? term : withOwnWord(world, term, term, chance)
  return asked(text, 'topical', 'adult')
}

const ADULT = [...ADULT_TERMS]
const LN_ADULT = ln(ADULT.length)

function identifyingQuery(person: Person, chance: Stream): Asked {
  const by = drawIdentifier(chance)
  const self = chance.chance(0.6)
  const name = self ? person.name : chance.pick(person.others)
  const text = madeUp(by, name, person.home, chance)
  return asked(text, 'identifying', 'people', { identifies: self ? person.user : name, by })
}

const scratch = new Stream(0)
const LN_EVENTS = ln(40)
const LN_EVENT_QUERIES = ln(600)

/** Every day something new comes up; it is asked for much at first and less and less over some weeks. */
function eventQuery(world: World, day: number, chance: Stream): Asked {
  const number = day - longTail(chance, LN_EVENTS)
  scratch.open(mix(world.key, 0xe7e47), number)
  const topic = world.topics.topic(scratch.below(world.topics.size))
  const headline = scratch.chance(0.4)
    ? fullName(world.names, scratch)
    : `${scratch.pick(world.lexicon.rare)} ${topic.words[scratch.below(6)] ?? topic.label}`
  const rank = longTail(chance, LN_EVENT_QUERIES)
  const text = rank === 0 ? headline : `${headline} ${sharedQuery(world, topic, rank)}`
  return asked(text, 'event', `event ${headline}`)
}

function topicalQuery(world: World, person: Person, interest: Interest, stock: Stock, chance: Stream): Asked {
  const { topic } = interest
  const p = world.parameters
  const u = chance.unit()
  const text =
    u < p.shared
      ? sharedQuery(world, topic, offsetTail(chance, p.sharedOffset, p.sharedPerTopic))
      : u < p.shared + p.uncommon
        ? uncommonQuery(world, topic, chance)
        : ownQuery(world, interest, person.asks, stock, chance)
  return asked(text, 'topical', topic.path)
}

/** A query the person has not asked before, or not on purpose. */
export function newQuery(world: World, person: Person, task: Task, stock: Stock, day: number, chance: Stream): Asked {
  switch (task.kind) {
    case 'site':
      return siteQuery(world, person, chance)
    case 'local':
      return localQuery(world, person, chance)
    case 'person':
      return personQuery(world, person, chance)
    case 'event':
      return eventQuery(world, day, chance)
    case 'identifying':
      return identifyingQuery(person, chance)
    case 'adult':
      return adultQuery(world, chance)
    case 'topic':
      return topicalQuery(world, person, task.interest, stock, chance)
  }
}
