import type { Batch } from '../engine.js'
import { batchOf } from './arrow.js'
import type { Client } from './client.js'
import { speller } from './dialect.js'
import { keysOf } from './keys.js'

/** What the names of all that Lethe makes on a cluster begin with. */
export const PREFIX = 'lethe_'

/** Statements that a cluster runs for us. */
export interface Runner {
  readonly label: string
  readonly client: Client
  /** A statement of which nothing is asked but that it is done; to clean up, even if all else was told to stop. */
  run(sql: string, more?: { readonly evenIfStopped?: boolean }): Promise<void>
  /** Rows of a query; `sql` is neutral. */
  rows(sql: string, iso?: boolean): AsyncGenerator<{ readonly names: readonly string[]; readonly batch: Batch }>
}

export function runnerOf(client: Client, label: string): Runner {
  const keys = keysOf(client)
  const spell = speller(keys.pads)
  const rows = async function* (sql: string, iso = false) {
    const spelled = spell(sql)
    await keys.shown()
    for await (const bytes of client.execute({ root: { sql: { query: spelled } } })) yield await batchOf(bytes, iso)
  }
  return {
    label,
    client,
    rows,
    async run(sql, more) {
      const query = spell(sql)
      await keys.shown()
      const command = { sqlCommand: { sql: query, input: { sql: { query } } } }
      for await (const _ of client.execute({ command }, more)) {
        // a command gives nothing that is asked for
      }
    },
  }
}
