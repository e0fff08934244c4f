import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import { fresh } from '../../engines/sql.js'
import { readReleased } from '../../release/data.js'
import { judged } from '../../release/experiment.js'
import { dataFileOf, openRelease } from '../../release/reader.js'
import type { Context } from '../method.js'
import { type Coded, dictionaryOf } from './coded.js'

/**
 * [Burghardt] §5.2: going up in m from the smaller solution. Entries that an earlier release of the same log kept; its truth
 * says whose they are.
 */
export async function startFrom(dir: string, m: number, coded: Coded, on: Context): Promise<Uint8Array> {
  const { entries, histories } = coded
  const { manifest } = openRelease(dir)
  const guarantee = judged(manifest)
  if (guarantee.kind !== 'k-m' || guarantee.m > m || guarantee.per !== 'history' || manifest.shows.link !== 'user')
    fail(
      'refused',
      `${dir} is no (k,m)-anonymous release of whole histories with m up to ${m}`,
      'Name one that km-deletion made.',
    )
  const truth = join(`${dir.replace(/\/+$/, '')}.private`, 'truth.tsv')
  if (!existsSync(truth)) fail('input', `who is who in ${dir} is not known`, 'Make that release with --truth.')
  const released = await readReleased(on.engine, join(dir, dataFileOf({ dir, manifest })), manifest.columns)
  const [whose, dictionary] = [fresh('whose'), await dictionaryOf(coded, on)]
  const columns = ['person', 'pseudonym']
  await on.engine.readDelimited(
    whose,
    { paths: [truth], delimiter: '\t', quote: undefined, header: true, columns },
    columns.join(', '),
  )
  const start = new Uint8Array(entries.term.length)
  const place = new Map<number, number>()
  for (let e = 0; e < entries.term.length; e++)
    if (e === 0 || entries.history[e] !== entries.history[e - 1]) place.set(entries.history[e]!, e)
  // (h, term), by history and term as the entries are
  for await (const [hs = [], terms = []] of on.engine.stream(`
    SELECT DISTINCT h, id::INTEGER FROM (
      SELECT DISTINCT w.person, unnest(string_split(r.query, ' ')) AS word FROM ${released.table} r JOIN ${whose} w USING (pseudonym))
    JOIN ${histories} USING (person) JOIN ${dictionary} USING (word) ORDER BY ALL`))
    hs.forEach((h, i) => {
      let e = place.get(h as number) ?? entries.term.length
      while (entries.history[e] === h && entries.term[e]! < (terms[i] as number)) e++
      if (entries.history[e] === h && entries.term[e] === terms[i]) start[e] = 1
      place.set(h as number, e)
    })
  await on.engine.drop(released.table, whose, dictionary)
  return start
}
