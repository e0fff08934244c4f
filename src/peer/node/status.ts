import type { AgentStatus } from './agent/index.js'
import type { FriendState } from './lines.js'
import type { TroubleKind } from './trouble.js'

/** What a peer tells its user: numbers, never a text. */
export interface PeerStatus extends AgentStatus {
  readonly id: string
  readonly friends: readonly {
    readonly id: string
    readonly name: string
    readonly here: boolean
    readonly state: FriendState
    readonly trust: number
  }[]
  /** Where it is asked, and what it has against this peer now. */
  readonly engine: { readonly host: string; readonly trouble?: TroubleKind }
}
