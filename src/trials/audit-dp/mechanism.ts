import type { Engine } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Rows } from '../../release/data.js'
import { bringIn, leavingNothing } from '../tables.js'
import type { PlantedRow } from './plant.js'

/** Makes one release of a log: a table of items. Fresh chance every time. */
export type Make = (log: Log) => Promise<Rows>

/** What one release published: items of ours, with their counts (1 where there are none). */
export type Published = ReadonlyMap<number, number>

/** A bench on which one mechanism is run again and again: the same rows and some more, each time another few. */
export interface Bench {
  /** Brings made-up rows into the engine; they take part in runs that name their group. */
  load(groups: readonly (readonly PlantedRow[])[]): Promise<void>
  run(groups: readonly number[]): Promise<Published>
  /** Did the last release have counts? */
  readonly counted: () => boolean
}

export function bench(
  { engine, make, log }: { readonly engine: Engine; readonly make: Make; readonly log: Log },
  itemsIn: (text: string) => readonly number[],
): Bench {
  const table = fresh('planted')
  let counts = false
  return {
    counted: () => counts,
    async load(groups) {
      await bringIn(engine, log, groups, table)
    },
    run: (groups) =>
      leavingNothing(engine, async () => {
        const changed = fresh('changed')
        await engine.materialise(
          changed,
          `SELECT * FROM ${log.table} UNION ALL BY NAME SELECT * EXCLUDE (id) FROM ${table} WHERE id IN (${groups.join(', ')})`,
        )
        const { table: released, columns } = await make({ ...log, table: changed })
        const texts = columns.filter((column) => column !== 'count')
        counts = columns.includes('count')
        const published = new Map<number, number>()
        const select = [...texts.map((column) => `${name(column)}::VARCHAR`), counts ? 'count::DOUBLE' : '1']
        for await (const batch of engine.stream(`SELECT ${select.join(', ')} FROM ${released}`))
          for (const column of batch.slice(0, -1))
            for (const [row, text] of column.entries())
              for (const item of itemsIn(String(text))) published.set(item, batch.at(-1)?.[row] as number)
        return published
      }),
  }
}
