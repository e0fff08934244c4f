import type { Chance } from '../../random/quick.js'
import type { Network } from './network.js'

/** No protection: everybody submits her own. */
export function alone(): Network {
  const way = { hops: 0, refusals: 0, path: new Int32Array(1) }
  return {
    way,
    ask(source) {
      way.path[0] = source
    },
  }
}

/** [Crowds] §4.1: handed to anybody, the asker included; who has it hands it on with chance `forwarding`, else submits it. */
export function crowds(users: number, forwarding: number, chance: Chance): Network {
  const way = { hops: 0, refusals: 0, path: new Int32Array(1024) }
  return {
    way,
    ask(source) {
      const { path } = way
      path[0] = source
      let hops = 0
      do path[++hops] = chance.below(users)
      while (hops < path.length - 1 && chance.unit() < forwarding)
      way.hops = hops
    },
  }
}
