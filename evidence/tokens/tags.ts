import { join } from 'node:path'
import type { Band } from '../../src/attacks/invert-tokens/score.js'
import type { ColumnOptions } from '../../src/release/columns.js'
import { attack } from '../../src/run/attack.js'
import { release } from '../../src/run/release/index.js'
import { withLogs } from './made.js'
import { cell, table } from './tables.js'

/** The same attack on releases that keep tags of whole queries. */
export function tagTable(users: number): Promise<string> {
  return withLogs(users, async ({ dir, log, reference }) => {
    const found = async (method: string, params: Record<string, unknown>, link: ColumnOptions['link']) => {
      const out = join(dir, `${method}-${link}`)
      const plan = { steps: [{ method, params }], shows: {} }
      await release([log], { plan, out, ephemeralKey: true, truth: true, shows: { link } })
      const settings = { params: { vocabulary: 500 }, truth: `${out}.private` }
      const result = await attack('invert-tokens', out, { ...settings, reference: [reference] })
      return cell(result.scored as unknown as Band)
    }
    const rows = []
    for (const link of ['none', 'session', 'user'] as const)
      rows.push([
        link,
        await found('rare-queries', { k: 10, withheld: 'tag' }, link),
        await found('secret-shares', { t: 10 }, link),
      ])
    return `## Tags of whole queries

The same attack where a tag stands for a whole query: ${users.toLocaleString('en')} people, a reference of as many others, the 500 most frequent tags. Company is what is asked
in one session (the reference is cut the same way), or, where pseudonyms stand for persons, on one day and at all; queries that the release shows in clear are company too. Of tags that a
threshold hides, hardly any is common enough in the reference to be looked for at all; of all queries, few are found, and linking adds nothing that can be told from chance.

${table(['pseudonyms', 'rare-queries --k 10 --withheld tag', 'secret-shares --t 10'], rows)}`
  })
}
