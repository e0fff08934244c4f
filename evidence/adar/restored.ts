import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultHost } from '../../src/generate/sites.js'
import { hashText, mix, Stream } from '../../src/generate/stream.js'
import { buildWorld, type World } from '../../src/generate/world.js'
import { parametersOf } from '../../src/generate/worlds.js'
import { attack } from '../../src/run/attack.js'
import { release } from '../../src/run/release/index.js'
import { percent, table } from '../tokens/tables.js'
import { busyPeople } from '../weaknesses/busy.js'

/** Pages of each host, and results that are asked for. */
const PAGES = 20
const RESULTS = 50

export interface Restored {
  /** Share of its results that the engine still lists. */
  readonly listed: number
  readonly rank: boolean
  readonly tried: number
  readonly restored: number
}

/** The page behind a result: the same for everybody, one of those of its host. */
const urlOf = (host: string, text: string, place: number) => `http://${host}/page-${mix(hashText(text), place) % PAGES}`

/** What an engine lists for a query, the best first: of all results of the world those that it still has. */
function* listOf(world: World, text: string, listed: number): Generator<string> {
  const chance = new Stream(world.key, hashText(text), 7)
  for (let place = 1; place <= RESULTS; place++) {
    const meant = place === 1 ? world.sites.byText.get(text) : undefined
    if (chance.chance(listed)) yield urlOf(meant ?? resultHost(world.lexicon, world.key, text, place), text, place)
  }
}

/** [Adar07] §4: hosts of clicks become full URLs again by asking an engine for the queries. */
export async function restored(name: string, people: number, dir: string): Promise<Restored[]> {
  const world = buildWorld(parametersOf('heavy', { name }))
  const log = join(dir, 'clicks.tsv')
  const lines = ['AnonID\tQuery\tQueryTime\tItemRank\tClickURL']
  const queries = new Set<string>()
  for (const { person, rows } of busyPeople(name, people))
    for (const { asked, time, rank, host } of rows) {
      if (rank === 0) continue
      queries.add(asked.text)
      const at = new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ')
      lines.push(`${person.user}\t${asked.text}\t${at}\t${rank}\t${urlOf(host, asked.text, rank)}`)
    }
  writeFileSync(log, `${lines.join('\n')}\n`)
  const found: Restored[] = []
  for (const rank of [true, false]) {
    const out = join(dir, `clicks-${rank}`)
    const plan = { steps: [{ method: 'sessions', params: {} }], shows: {} }
    await release([log], { plan, out, seed: 1, shows: { rank } })
    for (const listed of [1, 0.85, 0.7, 0.5]) {
      const results = join(dir, 'results.tsv')
      const listing = [...queries].flatMap((text) => [...listOf(world, text, listed)].map((url) => `${text}\t${url}\n`))
      writeFileSync(results, listing.join(''))
      const { scored } = await attack('restore-urls', out, { params: { results }, against: [log] })
      const { tried, restored: back } = scored as { tried: number; restored: number }
      found.push({ listed, rank, tried, restored: back })
    }
  }
  return found
}

export function restoredTable(all: readonly Restored[]): string {
  const shares = [...new Set(all.map(({ listed }) => listed))]
  return table(
    ['', ...shares.map((share) => `${percent(share)} listed`)],
    [true, false].map((rank) => [
      rank ? 'with the rank of the click' : 'without',
      ...shares.map((share) => {
        const one = all.find((found) => found.listed === share && found.rank === rank)!
        return `${percent(one.restored / one.tried)} of ${Math.round(one.tried).toLocaleString('en-US')}`
      }),
    ]),
  )
}
