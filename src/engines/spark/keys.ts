import { padsOf } from '../duckdb/dialect-values.js'
import { arrowOf } from './arrow.js'
import type { Client } from './client.js'

/**
 * Keys go to the cluster as rows of a view of the session, never in the text of a statement: neither the text nor the plan shows them, and nothing
 * is written to storage. Statements read the pads of a key from the view.
 */
export function keysOf(client: Client) {
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
