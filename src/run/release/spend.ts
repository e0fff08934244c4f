import { resolve } from 'node:path'
import { counted } from '../../base/counted.js'
import { enterUnbounded, reserve, type Standing } from '../../ledger/account.js'
import { DEFAULT_POPULATION, ledgerDir, openBook } from '../../ledger/ledger.js'
import type { ReadyStep } from '../../plans/derive.js'
import type { Guarantee } from '../../release/guarantee.js'
import { nameOf } from '../steps.js'
import type { ReleaseOptions } from './options.js'

/** A release about to be made. */
interface Due {
  readonly options: ReleaseOptions
  readonly steps: readonly ReadyStep[]
  readonly guarantee: Guarantee
  readonly dir: string
}

export interface Entered {
  readonly standing: Standing
  readonly notes: readonly string[]
}

/**
 * Enters a release into the ledger of its population, before any noise is drawn: differentially private ones always, others where a population
 * is named. Experiments with repeatable chance promise nothing and are not published, so they cost nothing.
 */
export function enter({ options, steps, guarantee, dir }: Due): Entered | undefined {
  if (options.unpublished || options.seed !== undefined) return undefined
  const named = options.population
  if (named === undefined && guarantee.kind !== 'dp') return undefined
  const book = openBook(ledgerDir(options.ledger), named ?? DEFAULT_POPULATION)
  const line = { method: nameOf(options.plan), dir: resolve(dir) }
  if (guarantee.kind !== 'dp') {
    const standing = enterUnbounded(book, { kind: 'unbounded', ...line })
    return { standing, notes: [`entered as unbounded in the ledger of the population ${book.population}`] }
  }
  const { epsilon, delta, neighbours } = guarantee
  const last = steps.at(-1)
  const concentrated = last?.method.spends?.(last.params)
  const standing = reserve(book, {
    kind: 'spend',
    ...line,
    neighbours,
    spend: { epsilon, delta, ...(concentrated === undefined ? {} : { concentrated }) },
  })
  return { standing, notes: notesOf(standing, named === undefined) }
}

function notesOf({ population, unbounded, spent, budget, releases }: Standing, unnamed: boolean): string[] {
  const sum = `epsilon = ${Number(spent.epsilon.toPrecision(4))} at delta = ${Number(spent.delta.toPrecision(4))}`
  return [
    `${unnamed ? 'no --population was named, so this release is entered under' : 'entered under the population'} '${population}': ${counted(releases, 'release')} so far, ${sum}${budget === undefined ? '; no budget is set (lethe ledger set)' : ` of ${budget.epsilon}`}`,
    ...(unbounded > 0
      ? [
          `${counted(unbounded, 'release')} about '${population}' ${unbounded === 1 ? 'is' : 'are'} not bounded by any epsilon, so neither is the total`,
        ]
      : []),
  ]
}
