import type { Asked } from './asked.js'
import type { Person } from './person.js'
import { SERVICES } from './phrasing.js'
import type { Row } from './row.js'
import type { Stream } from './stream.js'
import { draw } from './weighted.js'
import type { World } from './world.js'

const DAY = 86_400

/** A program: walks through places with the same few words, at a steady pace, by day and by night, and never clicks. */
export function robotSearch(world: World, person: Person, firstDay: number, days: number, chance: Stream): Row[] {
  const rows: Row[] = []
  const queries = Math.max(1, Math.round((person.pace * days) / 92))
  const what = [chance.pick(SERVICES), chance.pick(SERVICES)]
  const step = 2 + chance.below(58)
  let time = firstDay * DAY + chance.below(DAY)
  const end = (firstDay + days) * DAY
  let session = 1
  for (let i = 0; i < queries && time < end; i++) {
    const town = draw(world.towns.all, chance)
    const asked: Asked = {
      text: `${chance.pick(what)} ${town.name} ${town.state}`,
      kind: 'robot',
      host: '',
      interest: 'robot',
      identifies: undefined,
      by: undefined,
    }
    rows.push({ time, asked, rank: 0, host: '', session })
    time += step
    if (chance.chance(0.002)) {
      time += chance.below(DAY)
      session++
    }
  }
  return rows
}
