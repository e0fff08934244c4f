import { oprfClient } from '../crypto/oprf/client.js'
import type { Engine } from '../engines/engine.js'

/** What the oblivious function makes of the queries of a table, by query. */
export type Seeds = (table: string, epoch: string) => Promise<ReadonlyMap<string, Uint8Array>>

/** Asks the server for all distinct queries of an epoch: its work is what takes the time, so they are held in memory. */
export function obliviousSeeds(
  server: string,
  {
    engine,
    signal,
    say,
  }: { readonly engine: Engine; readonly signal?: AbortSignal | undefined; readonly say: (step: string) => void },
): Seeds {
  const ask = oprfClient({
    server,
    signal,
    onWait: (seconds) => say(`waiting ${seconds} s for the oblivious function`),
  })
  return async (table, epoch) => {
    const seeds = new Map<string, Uint8Array>()
    for await (const [queries = []] of engine.stream(`SELECT query FROM ${table} ORDER BY query`)) {
      const texts = queries as readonly string[]
      const outputs = await ask(
        texts.map((query) => new TextEncoder().encode(query)),
        epoch,
      )
      for (const [i, query] of texts.entries()) seeds.set(query, outputs[i] as Uint8Array)
      say(`asked the oblivious function about ${seeds.size} queries`)
    }
    return seeds
  }
}
