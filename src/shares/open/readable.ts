import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { judged } from '../../release/experiment.js'
import type { Seen } from '../../release/seen.js'
import { openAnywhere } from './anywhere.js'
import { readShared } from './read-shared.js'

/** Are its queries shared, so that they can be opened where there are shares enough? */
export function isShared({ manifest, dir, rows }: Seen): boolean {
  return (
    manifest !== undefined &&
    judged(manifest).kind === 'threshold-reveal' &&
    dir !== undefined &&
    !rows.columns.includes('query')
  )
}

/** The same release with all that anyone can read in it: shared queries are opened, and stand in a column `query`. */
export async function readable(
  engine: Engine,
  seen: Seen,
  draw: (below: number) => number,
  signal: AbortSignal | undefined,
): Promise<Seen> {
  if (!isShared(seen)) return seen
  const { sharing, shares, texts } = await readShared(engine, seen.dir!)
  const { opened } = await openAnywhere(engine, {
    sharing,
    shares: `SELECT * FROM ${shares}`,
    texts: `SELECT * FROM ${texts}`,
    draw,
    signal,
  })
  const table = fresh('readable')
  await engine.materialise(
    table,
    `SELECT r.*, o.query FROM ${seen.rows.table} r LEFT JOIN (SELECT lower(hex(tag)) AS tag, query FROM ${opened}) o ON r.tag = o.tag`,
  )
  return { ...seen, rows: { table, columns: [...seen.rows.columns, 'query'] } }
}
