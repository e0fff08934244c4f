import { converse } from './converse.js'
import { type GenerateOptions, type Resolved, resolve } from './options.js'
import { makePerson, type Person, SEARCHES } from './person.js'
import { robotSearch } from './robot.js'
import type { Row } from './row.js'
import { blankMemory, search } from './searcher.js'
import { Stream } from './stream.js'
import { buildWorld, type World } from './world.js'

/** One person with all their rows in time order. */
export interface History {
  readonly person: Person
  readonly rows: readonly Row[]
}

/** The user of that number. Earlier stretches of weeks are lived through too, so that old queries can come back. */
export function history(world: World, options: Resolved, index: number): History {
  const person = makePerson(world, options.seed, index)
  const memory = blankMemory(person)
  let rows: Row[] = []
  for (let stretch = 0; stretch <= options.samePeople; stretch++) {
    const chance = new Stream(world.key, options.seed, index, SEARCHES + stretch)
    const firstDay = options.firstDay + stretch * options.days
    const act = world.parameters.prompts > 0 ? converse : search
    rows = person.robot
      ? robotSearch(world, person, firstDay, options.days, chance)
      : act(world, person, memory, firstDay, options.days, chance)
  }
  return { person, rows }
}

/** The log, one person at a time: memory does not grow with the number of users. */
export function* generateRows(options: GenerateOptions): Generator<History> {
  const resolved = resolve(options)
  const world = buildWorld(resolved.parameters)
  for (let index = 0; index < resolved.users; index++) yield history(world, resolved, index)
}
