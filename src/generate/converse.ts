import type { Person } from './person.js'
import { followUp, newPrompt } from './prompt.js'
import type { Row } from './row.js'
import { pause, schedule } from './schedule.js'
import type { Memory } from './searcher.js'
import type { Stream } from './stream.js'
import { draw } from './weighted.js'
import type { World } from './world.js'

const DAY = 86_400

/** All prompts of a person to an assistant over `days` from `firstDay`, in time order: a session is a conversation, about one thing. */
export function converse(
  world: World,
  person: Person,
  memory: Memory,
  firstDay: number,
  days: number,
  chance: Stream,
): Row[] {
  const p = world.parameters
  const rows: Row[] = []
  const prompts = Math.max(1, Math.round(((person.pace * days) / 92) * (0.75 + 0.5 * chance.unit())))
  let free = 0
  for (const planned of schedule(person, days, prompts, p.errands, p.sessionGoesOn, p.sameDay, chance)) {
    const session = ++memory.sessions
    const interest = draw(person.interests, chance)
    let time = firstDay * DAY + Math.max(planned.start, free)
    for (let i = 0; i < planned.queries; i++) {
      const short = i > 0 && chance.chance(p.followUps)
      const asked = short ? followUp(interest, chance) : newPrompt(world, person, interest, chance)
      rows.push({ time, asked, rank: 0, host: '', session })
      time += 10 + pause(chance)
    }
    free = time - firstDay * DAY + 120
  }
  return rows
}
