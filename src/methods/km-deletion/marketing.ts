import { FIGURES, readTermFigures } from '../../knowledge/term-figures.js'
import type { Context } from '../method.js'
import { type Coded, dictionaryOf } from './coded.js'
import type { Marketing } from './utility.js'

/** Finds what terms are worth, by their codes. */
export async function readMarketing(path: string, coded: Coded, on: Context): Promise<Marketing> {
  const { terms } = coded.entries
  const table = await readTermFigures(on.engine, path)
  const dictionary = await dictionaryOf(coded, on)
  const marketing = {
    bid: new Float64Array(terms),
    clicks: new Float64Array(terms),
    impressions: new Float64Array(terms),
  }
  for await (const [id = [], ...figures] of on.engine.stream(
    `SELECT d.id::INTEGER, ${FIGURES.map((figure) => `coalesce(${figure}, 0)`).join(', ')} FROM ${table} m JOIN ${dictionary} d ON m.term = d.word`,
  ))
    id.forEach((term, i) => {
      FIGURES.forEach((figure, f) => {
        marketing[figure][term as number] = figures[f]?.[i] as number
      })
    })
  await on.engine.drop(table, dictionary)
  return marketing
}
