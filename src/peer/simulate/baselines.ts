import type { Chance } from '../../random/quick.js'
import type { Network } from './network.js'

/** No protection: everybody submits her own. */
export function alone(): Pick<Network, 'ask' | 'last'> {
  const last = { hops: 0, refusals: 0, path: new Int32Array(1) }
  return {
    last,
    ask(source) {
      last.path[0] = source
      return source
    },
  }
}

/** [Crowds] §4.1: handed to anybody, the asker included; who has it hands it on with chance `forwarding`, else submits it. */
export function crowds(users: number, forwarding: number, chance: Chance): Pick<Network, 'ask' | 'last'> {
  const last = { hops: 0, refusals: 0, path: new Int32Array(1024) }
  return {
    last,
    ask(source) {
      const { path } = last
      path[0] = source
      let hops = 0
      do path[++hops] = chance.below(users)
      while (hops < path.length - 1 && chance.unit() < forwarding)
      last.hops = hops
      return path[hops] as number
    },
  }
}
