import { mapText } from '../../engines/map-text.js'
import { inCategories } from '../../knowledge/in-categories.js'
import { normalise } from '../../text/normalise.js'
import { defineAttack } from '../attack.js'
import { shareOf } from '../risk.js'
import { noHistories } from '../texts.js'
import { link } from './link.js'
import { score } from './score.js'
import { inWords } from './words.js'

/**
 * Record linkage [Erola13] §5.5.2.1: whoever has the original histories looks for each released one for those with the most
 * distinct queries in common (G). The person is one of them, or is not; RL is the mean of 1 / |G| over all released histories, 0
 * where the person is not in G or nothing is in common, in per cent. With a knowledge base also by categories, for those who
 * know only what a person is interested in.
 */
export default defineAttack({
  name: 'link-records',
  summary: 'link released histories to original ones by the queries (or categories) that they have in common',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  attacker: 'archivist',
  params: {
    knowledge: {
      type: 'text',
      is: 'KNOWLEDGE',
      help: 'a knowledge base (wordnet, odp:PATH, table:PATH): link also by the categories of queries',
    },
    records: {
      type: 'whole',
      min: 1,
      max: 1_000_000_000,
      default: 50_000,
      help: 'how many released histories are tried, drawn at random if there are more',
    },
  },
  needs: ['reference'],
  fits: (seen) => noHistories(seen, 'link'),
  async run(seen, { knowledge, records }, on) {
    const reference = on.reference
    if (reference === undefined) throw new TypeError('no reference')
    const original = `SELECT person, query FROM ${reference.table} WHERE person IS NOT NULL AND query IS NOT NULL`
    const shown = `SELECT pseudonym, query FROM ${seen.rows.table} WHERE pseudonym IS NOT NULL AND query IS NOT NULL`
    // What somebody else released need not be normalised, as the reference is.
    const released = seen.manifest
      ? shown
      : `SELECT s.pseudonym, m.mapped AS query FROM (${shown}) s JOIN ${await mapText(on.engine, seen.rows.table, 'query', normalise)} m ON s.query = m.value`
    const byQueries = await link(original, released, records, on)
    const mapped = knowledge === undefined ? undefined : await inCategories(knowledge, [original, released], on)
    const byCategories = mapped && (await link(mapped(original), mapped(released), records, on))
    return {
      guesses: byQueries.linked,
      table: { table: byQueries.table, columns: ['pseudonym', 'person', 'common', 'ties'] },
      more: { records: byQueries.records, tried: byQueries.tried },
      byQueries,
      byCategories,
    }
  },
  score,
  risk: shareOf('released histories linked to their person', ({ rl }) => Number(rl) / 100),
  text: inWords,
})
