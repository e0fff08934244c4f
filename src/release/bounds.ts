import type { Attacker } from './attackers.js'
import type { Guarantee } from './guarantee.js'

/**
 * The most that an attacker can reach against a promise, as far as the promise itself says so: a share from 0 to 1. Undefined where it says
 * nothing of them, which is not the same as letting them do everything. `at` is what they can afford: terms known, accounts.
 */
export function boundOf(guarantee: Guarantee, attacker: Attacker, at?: number): number | undefined {
  // Who counts sessions or addresses says nothing of accounts: each has any number of them.
  if (attacker === 'participant' && guarantee.unit !== 'user') return undefined
  const bounds = [guarantee, ...(guarantee.also ?? [])].flatMap((one) => ownBound(one, attacker, at) ?? [])
  return bounds.length === 0 ? undefined : Math.min(...bounds)
}

function ownBound(promise: Guarantee, attacker: Attacker, at: number | undefined): number | undefined {
  switch (promise.kind) {
    case 'k-users-per-query':
      return attacker === 'participant' && promise.hostK > 0 ? tested(thresholdOf(promise), at) : undefined
    case 'k-m':
      // Whoever knows at most m terms is left with k histories that have them all; what those have in common is another matter.
      return attacker === 'neighbour' && at !== undefined && at <= promise.m && promise.per === 'history'
        ? 1 / promise.k
        : undefined
    case 'identical-users':
      return attacker === 'neighbour' ? 1 / promise.k : undefined
    case 'dp':
      return attacker === 'participant' || attacker === 'anyone' ? advantage(promise) : undefined
    default:
      return undefined
  }
}

/** Clicks have a threshold of their own. */
function thresholdOf({ k, hostK }: { readonly k: number; readonly hostK: number }): number {
  return hostK > 0 ? Math.min(k, hostK) : k
}

/** Accounts that are enough against a promise, whatever is measured: whoever has one fewer than a threshold sees by it whether somebody else is there. */
export function edgeOf(guarantee: Guarantee): number | undefined {
  if (guarantee.kind === 'k-users-per-query') return thresholdOf(guarantee) - 1
  return guarantee.kind === 'threshold-reveal' ? guarantee.t - 1 : undefined
}

/** A text that one person asked needs k - 1 others: whoever has fewer accounts learns nothing by them. */
function tested(k: number, at: number | undefined): number | undefined {
  return at !== undefined && at <= k - 2 ? 0 : undefined
}

/** How much more often anything at all can be seen if one person is there: for any test, true positives less false ones. */
function advantage({ epsilon, delta }: { readonly epsilon: number; readonly delta: number }): number {
  return Math.min(1, (Math.exp(epsilon) - 1 + 2 * delta) / (Math.exp(epsilon) + 1))
}
