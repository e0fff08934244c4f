import type { Random } from '../../random/random.js'
import { oddMoment } from './moment.js'
import { type Numbers, type Planter, planter } from './planter.js'
import {
  always,
  exactTime,
  oddSigns,
  type PlantedRow,
  type Rule,
  rareSigns,
  rareTogether,
  rareWords,
  type Secret,
  showsHosts,
  showsQueries,
} from './secret.js'
import { badLines, unusualQueries } from './unusual.js'
import { commonUrls } from './urls.js'

/** What is planted: rows, lines that are no rows, the secrets in them, and controls that ought to be found. */
export interface Planting {
  readonly rows: readonly PlantedRow[]
  readonly badLines: readonly Buffer[]
  readonly secrets: readonly Secret[]
  readonly controls: readonly Secret[]
}

/** How many user ids are looked for: all of them would be as many needles as there are persons. */
const WATCHED = 40

/** Makes up persons and their secrets. */
export function plant(random: Random, numbers: Numbers): Planting {
  const p = planter(random, numbers)
  const common = crowd(p)
  tooFew(p)
  rareCombinations(p, common)
  placesAndTimes(p, common)
  unusualQueries(p)
  badLines(p)
  const { rows, secrets, users } = p
  for (const id of [...users.slice(0, 3), ...users.slice(p.enough, p.enough + WATCHED)]) p.hide('user id', always, [id])
  const control = (kind: string, value: string, expected: Rule = always): Secret => ({
    kind,
    values: [value],
    hashed: [],
    forms: [],
    forbidden: () => false,
    expected,
  })
  return {
    rows,
    badLines: p.badLines,
    secrets,
    controls: [control('common query', common.query, showsQueries), control('common host', common.site, showsHosts)],
  }
}

/** What the crowd makes common. */
interface Common {
  readonly words: readonly [string, string, string]
  /** The first two of the words. */
  readonly query: string
  readonly site: string
}

/** A crowd makes a query, some words and a host common; what its URLs hold beside the host is nobody's business. */
function crowd(p: Planter): Common {
  const words = [p.word(), p.word(), p.word()] as const
  const query = `${words[0]} ${words[1]}`
  const site = `${p.word()}.example`
  const urls = commonUrls(p, site)
  const note = p.word()
  for (const user of p.persons(p.enough)) {
    for (const url of urls) p.ask(user, query, { url, rank: 1, note })
    p.ask(user, words[2])
  }
  p.hide('column: not asked for', always, [note])
  return { words, query, site }
}

function tooFew(p: Planter): void {
  const [alone, beside, few, repeated] = [p.word(), p.word(), p.word(), p.word()]
  p.ask(p.person(), `visit ${alone}`, { kept: beside })
  p.hide('rare query: of one person', rareWords, [alone], [`visit ${alone}`, alone])
  p.hide('column: beside a rare query', rareWords, [beside])
  for (const user of p.persons(p.k - 1)) p.ask(user, few)
  p.hide('rare query: of k - 1 persons', rareWords, [few])
  const repeater = p.person()
  for (let i = 0; i < p.k + 10; i++) p.ask(repeater, repeated, { time: p.at(i % 7) })
  p.hide('rare query: repeated by one person', rareWords, [repeated])
}

/** Every part is common; together they are one person's. */
function rareCombinations(p: Planter, { words: [first, second, third] }: Common): void {
  p.ask(p.person(), `${first} ${third}`)
  p.hide('rare combination: pair of common words', rareTogether, [`${first} ${third}`, `${third} ${first}`])
  const variant = `${second}, ${first}!!`
  p.ask(p.person(), variant)
  p.hide('rare combination: variant of a common query', rareTogether, [variant])
  const signs = oddSigns(p.random)
  p.ask(p.person(), `${third} ${signs}`)
  p.hide('rare combination: signs beside a common word', rareSigns, [signs], [`${third} ${signs}`])
}

/** A common query that led few persons to a host, and one person at an odd moment. */
function placesAndTimes(p: Planter, { query }: Common): void {
  const [one, few] = [p.word(), p.word()]
  p.ask(p.person(), query, { url: `https://www.${one}.example/`, rank: 2 })
  p.hide('rare host: of one person', rareWords, [one], [`www.${one}.example`])
  for (const user of p.persons(p.hostK - 1)) p.ask(user, query, { url: `http://${few}.example`, rank: 3 })
  p.hide('rare host: of too few persons', rareWords, [few], [`${few}.example`])
  const odd = oddMoment(p.random, p.day)
  p.ask(p.person(), query, { time: odd.text })
  p.secrets.push({ kind: 'exact time', values: odd.values, hashed: [], forms: odd.forms, forbidden: exactTime })
}
