import type { AgentStatus } from './agent/index.js'

/** What a peer tells its user: numbers, never a text. */
export interface PeerStatus extends AgentStatus {
  readonly id: string
  readonly friends: readonly { readonly name: string; readonly here: boolean; readonly trust: number }[]
}
