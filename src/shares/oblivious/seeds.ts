import { fail } from '../../base/errors.js'
import { readKeyFile } from '../../crypto/key-file.js'
import type { Engine } from '../../engines/engine.js'
import { oprfClient } from './client.js'
import { type PublicKeys, readPublicKeys } from './public-keys.js'

/** What the oblivious function makes of the queries of a table, by query. */
export type Seeds = (table: string, epoch: string) => Promise<ReadonlyMap<string, Uint8Array>>

/** Where the oblivious function is, and what its holder gave the custodian. */
export interface ObliviousServer {
  readonly server: string
  readonly keys?: PublicKeys
  readonly token?: Uint8Array
}

/** What flags give of an oblivious function. */
export interface ObliviousFlags {
  readonly server?: string | undefined
  readonly serverKey?: string | undefined
  readonly serverToken?: string | undefined
  readonly unpinned?: boolean | undefined
}

/** Reads the files that flags name. Whose key is used must be known from elsewhere than the server, or be said not to matter. */
export function obliviousServer({ server, serverKey, serverToken, unpinned }: ObliviousFlags): ObliviousServer {
  if (server === undefined)
    fail('usage', 'the scheme oblivious needs --server', 'Start lethe oprf-server and give its address.')
  if ((serverKey === undefined) !== (unpinned ?? false))
    fail(
      'usage',
      unpinned ? '--server-key and --unpinned exclude each other' : 'the scheme oblivious needs --server-key',
      'Get the file from the holder of the server (lethe oprf-server --print-public-key), not over the same line; --unpinned does without.',
    )
  return {
    server,
    ...(serverKey === undefined ? {} : { keys: readPublicKeys(serverKey) }),
    ...(serverToken === undefined ? {} : { token: readKeyFile(serverToken) }),
  }
}

/** Asks the server for all distinct queries of an epoch: its work is what takes the time, so they are held in memory. */
export function obliviousSeeds(
  server: ObliviousServer,
  {
    engine,
    signal,
    say,
  }: { readonly engine: Engine; readonly signal?: AbortSignal | undefined; readonly say: (step: string) => void },
): Seeds {
  const ask = oprfClient({
    ...server,
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
      for (const [i, query] of texts.entries()) seeds.set(query, outputs[i]!)
      say(`asked the oblivious function about ${seeds.size} queries`)
    }
    return seeds
  }
}
