import { oprfClient } from '../oblivious/client.js'
import type { ObliviousServer } from '../oblivious/seeds.js'
import { rowEncoder } from '../seal/row-encoder.js'
import type { EncodePool, EncodeTask } from './pool.js'
import { rowHelp } from './row-help.js'

const REMEMBERED = 200_000

/**
 * The same with the oblivious function: a piece is gone through once to find the queries that must be asked for, and once
 * more when the answers are there. Recent answers are remembered.
 */
export function obliviousPool(task: EncodeTask, server: ObliviousServer, say: (line: string) => void): EncodePool {
  const { options, zone } = task
  const seeds = new Map<string, Uint8Array>()
  const missing = new Map<string, Map<string, Uint8Array>>() // by epoch
  const ask = oprfClient({ ...server, onWait: (seconds) => say(`the oblivious function asks to wait ${seconds} s`) })
  const encoder = rowEncoder(options, {
    ...rowHelp(zone),
    seed(query, epoch) {
      const name = `${epoch}\n${Buffer.from(query).toString('latin1')}`
      const known = seeds.get(name)
      if (known === undefined) missing.set(epoch, (missing.get(epoch) ?? new Map()).set(name, query))
      return known
    },
  })
  return {
    room: encoder.room,
    width: 1,
    most: encoder.room,
    async run(lines) {
      if (seeds.size > REMEMBERED) seeds.clear()
      missing.clear()
      encoder.encode(lines, () => {})
      for (const [epoch, queries] of missing) {
        const outputs = await ask([...queries.values()], epoch)
        for (const [i, name] of [...queries.keys()].entries()) seeds.set(name, outputs[i]!)
      }
      const before = { bad: encoder.bad(), empty: encoder.empty() }
      const parts: Uint8Array[] = []
      const last = encoder.encode(lines, (bytes) => parts.push(bytes.slice()))
      return {
        bytes: Buffer.concat([...parts, last]),
        bad: encoder.bad() - before.bad,
        empty: encoder.empty() - before.empty,
      }
    },
    close: async () => {},
  }
}
