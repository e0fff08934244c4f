import { longTail, run } from './arithmetic.js'
import type { Asked } from './asked.js'
import { misspell } from './misspell.js'
import { newQuery, popularInterest, type Task } from './new-query.js'
import type { WorldParameters } from './parameters.js'
import type { Person } from './person.js'
import { reformulate } from './reformulate.js'
import type { Row } from './row.js'
import { pause, schedule } from './schedule.js'
import { resultHost } from './sites.js'
import type { Stream } from './stream.js'
import type { Interest, Stock } from './topical-query.js'
import { draw } from './weighted.js'
import type { World } from './world.js'

/** What a person carries from week to week. */
export interface Memory {
  /** What they may come back to, the last at the end. */
  readonly habits: Asked[]
  /** What they do come back to: one entry each time, so that what was asked often comes back often. */
  readonly favourites: Asked[]
  /** Passing interests that may be taken up again. */
  readonly passing: Interest[]
  readonly stock: Stock
  sessions: number
}

export const blankMemory = ({ constancy }: Person): Memory => ({
  habits: [],
  favourites: [],
  passing: [],
  stock: { words: [], constancy },
  sessions: 0,
})

const DAY = 86_400
/** Queries in 92 days of those who get half of the crowding. */
const MUCH = 200
const RECENT = 15
const RECENT_FAVOURITES = 40
/** Queries to come back to after which half of the habit of coming back is there. */
const SETTLED = 2

function nextTask(world: World, person: Person, memory: Memory, chance: Stream): Task {
  const p = world.parameters
  const u = chance.unit()
  const interest = () => draw(person.interests, chance)
  let bound = p.navigational
  if (u < bound) return { kind: 'site', interest: interest() }
  bound += p.local
  if (u < bound) return { kind: 'local', interest: interest() }
  bound += p.people
  if (u < bound) return { kind: 'person', interest: interest() }
  bound += p.events
  if (u < bound) return { kind: 'event', interest: interest() }
  bound += p.identifying
  if (u < bound) return { kind: 'identifying', interest: interest() }
  bound += p.adult
  if (u < bound) return { kind: 'adult', interest: interest() }
  if (chance.chance(Math.min(0.97, (1 - p.passing) * person.constancy))) return { kind: 'topic', interest: interest() }
  if (memory.passing.length > 0 && chance.chance(p.pursue))
    return {
      kind: 'topic',
      interest: memory.passing[memory.passing.length - 1 - chance.below(Math.min(3, memory.passing.length))]!,
    }
  const taken = popularInterest(world, memory.stock, chance)
  if (memory.passing.length > 8) memory.passing.shift()
  memory.passing.push(taken)
  return { kind: 'topic', interest: taken }
}

/** Most often one of the last `window`, else any. */
function recent<T>(list: readonly T[], window: number, p: WorldParameters, chance: Stream): T {
  const n = list.length
  return list[n - 1 - chance.below(chance.chance(p.recent) ? Math.min(n, window) : n)] as T
}

/** One of the few queries they ask over and over, the more often so far the likelier. */
function favourite(memory: Memory, p: WorldParameters, chance: Stream): Asked {
  const { favourites } = memory
  const n = favourites.length
  const asked = chance.chance(n / (n + p.settling))
    ? recent(favourites, RECENT_FAVOURITES, p, chance)
    : refound(memory, p, chance)
  favourites.push(asked)
  return asked
}

/** An earlier query of their own, most likely one of the last. */
function refound(memory: Memory, p: WorldParameters, chance: Stream): Asked {
  const earlier = recent(memory.habits, RECENT, p, chance)
  return earlier.kind === 'refinding' ? earlier : { ...earlier, kind: 'refinding' }
}

/** Rows of one result page: one without a click, else one for each click. Returns the number of clicks. */
function view(
  rows: Row[],
  world: World,
  asked: Asked,
  time: number,
  page: number,
  session: number,
  chance: Stream,
): number {
  const p = world.parameters
  const clicks = chance.chance(page === 0 ? p.click : p.click * 0.8) ? 1 + run(chance, p.clickAgain, 9) : 0
  const base = { time, asked, session }
  if (clicks === 0) {
    rows.push({ ...base, rank: 0, host: '' })
    return 0
  }
  const meant = asked.host === '' ? (world.sites.byText.get(asked.text) ?? '') : asked.host
  let rank = 0
  for (let i = 0; i < clicks && rank < 10; i++) {
    rank += 1 + Math.min(9 - rank, longTail(chance, i === 0 && meant !== '' ? 1 : 2.2))
    const place = page * 10 + rank
    const host = place === 1 && meant !== '' ? meant : resultHost(world.lexicon, world.key, asked.text, place)
    rows.push({ ...base, rank: place, host })
  }
  return clicks
}

/** All rows of a person over `days` from `firstDay` (days since 1970), in time order. */
export function search(
  world: World,
  person: Person,
  memory: Memory,
  firstDay: number,
  days: number,
  chance: Stream,
): Row[] {
  const p = world.parameters
  const rows: Row[] = []
  const queries = Math.max(1, Math.round(((person.pace * days) / 92) * (0.75 + 0.5 * chance.unit())))
  let free = 0
  const sameDay = p.sameDay + (p.crowding * person.pace) / (person.pace + MUCH)
  for (const planned of schedule(person, days, queries, p.errands, p.sessionGoesOn, sameDay, chance)) {
    const session = ++memory.sessions
    let time = firstDay * DAY + Math.max(planned.start, free)
    let task = nextTask(world, person, memory, chance)
    let last: Asked | undefined
    let back: Asked | undefined
    const settled = memory.habits.length / (memory.habits.length + SETTLED)
    const returns = settled * person.constancy
    const routine = chance.chance((planned.queries === 1 ? p.errandRoutine : p.routine) * returns)
    const refind = routine ? 0.9 : p.refind * returns
    for (let i = 0; i < planned.queries; i++) {
      let asked: Asked
      if (memory.habits.length > 0 && chance.chance(refind)) {
        asked = routine ? favourite(memory, p, chance) : refound(memory, p, chance)
        if (asked.text === back?.text) continue // no use in asking it twice in a row
        back = asked
      } else if (last !== undefined && task.kind === 'topic' && chance.chance(p.reformulate))
        asked = { ...last, text: reformulate(last.text, task.interest, chance), kind: 'reformulated' }
      else {
        if (last !== undefined && chance.chance(0.5)) task = nextTask(world, person, memory, chance)
        asked = newQuery(world, person, task, memory.stock, Math.floor(time / DAY), chance)
        last = task.kind === 'topic' ? asked : undefined
      }
      // Numbers stay as they are: a slip could turn a made-up one into somebody's.
      if (asked.kind !== 'refinding' && asked.kind !== 'identifying' && chance.chance(person.typos)) {
        const text = misspell(asked.text, chance)
        if (text !== asked.text) asked = { ...asked, text, kind: 'misspelt' }
      }
      if (asked.kind !== 'refinding' && chance.chance(asked.kind === 'navigational' ? p.siteHabit : p.habit))
        memory.habits.push(asked)
      for (let page = 0; page < 20; page++) {
        const clicks = view(rows, world, asked, time, page, session, chance)
        time += 5 + chance.below(60)
        if (!chance.chance(clicks > 0 ? p.nextPageAfterClick : p.nextPage)) break
      }
      time += pause(chance)
    }
    free = time - firstDay * DAY + 120
  }
  return rows
}
