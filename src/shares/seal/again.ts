import { bytesIn, cast, noRows } from '../../engines/dialect/index.js'
import { fresh, text } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { epochOf, parseRotation } from '../epochs.js'
import { MAX_QUERY, type Sharing } from '../scheme.js'
import { type SharePlace, shareRows } from './rows.js'

/** Tags, shares and texts of all queries of a log: engine tables. */
export interface SharedAgain {
  /** (tag, x, y), as bytes. */
  readonly shares: string
  /** (tag, text, query, epoch): bytes but for the query and its epoch. */
  readonly texts: string
  /** (tag, time): every row of the log whose query is shared. */
  readonly rows: string
}

// User ids may hold what ends a column or a line in the file that the kernel reads.
const PERSON = `replace(replace(replace(person, chr(9), chr(1) || 't'), chr(10), chr(1) || 'n'), chr(13), chr(1) || 'r')`

/** Makes the shares of a log once more, to hold those of a release against them. */
export async function shareAgain(
  log: Log,
  { sharing, key, epoch }: { readonly sharing: Sharing; readonly key: Uint8Array; readonly epoch: string },
  on: SharePlace,
): Promise<SharedAgain> {
  const { engine } = on
  const made = { shares: fresh('again_shares'), texts: fresh('again_texts'), rows: fresh('again_rows') }
  const day = epoch === 'none' ? `''` : `coalesce(${cast(cast('time', 'day'), 'text')}, '')`
  const [days, queries] = [fresh('days'), fresh('queries')]
  await engine.materialise(made.shares, noRows({ tag: 'bytes', x: 'bytes', y: 'bytes' }))
  await engine.materialise(made.texts, noRows({ tag: 'bytes', text: 'bytes', query: 'text', epoch: 'text' }))
  await engine.materialise(
    queries,
    `SELECT DISTINCT query, person, ${day} AS day
    FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL AND ${bytesIn('query')} <= ${MAX_QUERY}`,
  )
  const rotation = parseRotation(epoch)
  const found = await engine.all<{ day: string }>(`SELECT DISTINCT day FROM ${queries}`)
  const labels = found.map(({ day }) => [day, epochOf(rotation, day === '' ? undefined : day)] as const)
  await engine.append(days, ['day', 'epoch'], [[labels.map(([day]) => day), labels.map(([, label]) => label)]])
  for (const label of new Set(labels.map(([, epochLabel]) => epochLabel))) {
    const here = `(SELECT DISTINCT query, person FROM ${queries} JOIN ${days} USING (day) WHERE epoch = ${text(label)})`
    const ids = fresh('ids')
    await engine.materialise(ids, `SELECT query, row_number() OVER () AS id FROM (SELECT DISTINCT query FROM ${here})`)
    const step = { sharing, key, epoch: label, seeds: undefined }
    const texts = await shareRows(`SELECT query, id FROM ${ids} ORDER BY id`, 'texts', step, on)
    const shares = await shareRows(`SELECT ${PERSON} AS person, query FROM ${here}`, 'shares', step, on)
    await engine.insert(
      made.texts,
      `SELECT t.tag, t.text, i.query, ${text(label)} FROM ${texts} t JOIN ${ids} i USING (id)`,
    )
    await engine.insert(made.shares, `SELECT tag, x, y FROM ${shares}`)
    await engine.drop(texts, shares, ids)
  }
  await engine.materialise(
    made.rows,
    `SELECT t.tag, l.time FROM (SELECT query, time, ${day} AS day FROM ${log.table} WHERE person IS NOT NULL) l
      JOIN ${days} d ON l.day = d.day JOIN ${made.texts} t ON l.query = t.query AND d.epoch = t.epoch`,
  )
  await engine.drop(days, queries)
  return made
}
