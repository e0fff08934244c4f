import type { Engine } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Rows } from '../../release/data.js'
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
      const rows = groups.flatMap((group, id) => group.map((row) => ({ ...row, id })))
      const raw = fresh('raw')
      await engine.append(
        raw,
        ['id', 'person', 'query', 'minutes', 'url'],
        [
          [
            rows.map((r) => String(r.id)),
            rows.map((r) => r.person),
            rows.map((r) => r.query),
            rows.map((r) => String(r.minutes)),
            rows.map((r) => r.url),
          ],
        ],
      )
      const [first] = await engine.all<{ day: string | null }>(
        `SELECT min(time)::DATE::VARCHAR AS day FROM ${log.table}`,
      )
      const time = `TIMESTAMP '${first?.day ?? '2020-01-01'} 10:00:00' + to_minutes(minutes::INTEGER)`
      await engine.drop(table)
      await engine.materialise(
        table,
        `SELECT id::INTEGER AS id, person, query, ${log.has.time ? `${time} AS time,` : ''} ${log.has.url ? 'url,' : ''} ${log.has.raw ? 'query AS raw,' : ''} FROM ${raw}`,
      )
      await engine.drop(raw)
    },
    async run(groups) {
      const before = await tables(engine)
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
      for (const made of await tables(engine)) if (!before.has(made)) await engine.drop(made)
      return published
    },
  }
}

async function tables(engine: Engine): Promise<Set<string>> {
  const found = await engine.all<{ table_name: string }>('SELECT table_name FROM information_schema.tables')
  return new Set(found.map(({ table_name }) => table_name))
}
