import { fail } from '../../base/errors.js'
import { padsOf } from '../duckdb/dialect-values.js'
import { arrowOf } from './arrow.js'
import type { Client } from './client.js'

/** Versions on which a test has looked for keys in all that a server shows and logs, and found none (test/cluster/storage.cluster-full.test.ts). */
const LOOKED_AT = /^4\.2\./

/** Refuses to send a key to a server of another version that does not blot out what it shows. */
export async function checkHidden(client: Pick<Client, 'version' | 'option'>): Promise<void> {
  const version = await client.version()
  if (LOOKED_AT.test(version) || (await client.option(REDACTION)) !== undefined) return
  fail(
    'refused',
    `a key would travel to Spark ${version}, of which nobody has looked whether its pages show keys, and it blots out nothing`,
    `Set ${REDACTION} on the server, such as to (?s).*, or use Spark 4.2.`,
  )
}

/** What makes a server blot out the texts that it shows. */
export const REDACTION = 'spark.sql.redaction.string.regex'

/**
 * Keys go to the cluster as rows of a view of the session, never in the text of a statement: neither the text nor the plan shows them, and nothing
 * is written to storage. Statements read the pads of a key from the view.
 */
export function keysOf(client: Pick<Client, 'execute' | 'version' | 'option'>) {
  let hidden: Promise<void> | undefined
  const known = new Map<string, string>()
  const waiting: [view: string, key: string][] = []
  return {
    pads(key: string): { readonly inner: string; readonly outer: string } {
      let view = known.get(key)
      if (view === undefined) {
        view = `lethe_pads_${known.size + 1}`
        known.set(key, view)
        waiting.push([view, key])
      }
      return { inner: `(SELECT unhex(i) FROM ${view})`, outer: `(SELECT unhex(o) FROM ${view})` }
    },
    /** Shows the cluster the keys that were asked for since. */
    async shown(): Promise<void> {
      if (waiting.length === 0) return
      hidden ??= checkHidden(client)
      await hidden
      for (const [view, key] of waiting.splice(0)) {
        const { inner, outer } = padsOf(key)
        const data = await arrowOf(['i', 'o'], [[inner], [outer]])
        const input = { localRelation: { data, schema: 'i STRING, o STRING' } }
        const command = { createDataframeView: { input, name: view, isGlobal: false, replace: true } }
        for await (const _ of client.execute({ command })) {
          // nothing comes of it
        }
      }
    },
  }
}
