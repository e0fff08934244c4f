import { fail } from '../base/errors.js'
import { type Standing, setBudget, standing } from '../ledger/account.js'
import type { Budget } from '../ledger/entry.js'
import { history, type Told } from '../ledger/history.js'
import { ledgerDir, openBook, populations } from '../ledger/ledger.js'

export interface LedgerOptions {
  /** Where ledgers are kept; LETHE_LEDGER or the user's folder for state where not said. */
  readonly ledger?: string
  /** Whom to show; all where not said. */
  readonly population?: string
}

/** How populations stand, and where that is written. */
export interface LedgerResult {
  readonly ledger: string
  readonly populations: readonly Standing[]
  /** Where one population was asked for: all that stands in its book. */
  readonly entries?: readonly Told[]
}

/** What has been spent on each population, and what it may spend. */
export function ledger({ ledger, population }: LedgerOptions = {}): LedgerResult {
  const dir = ledgerDir(ledger)
  const known = populations(dir)
  if (population !== undefined && !known.includes(population))
    fail(
      'input',
      `the ledger has no population '${population.slice(0, 80)}'`,
      known.length > 0 ? `It has ${known.join(', ')}.` : 'It is empty.',
    )
  if (population === undefined)
    return { ledger: dir, populations: known.map((name) => standing(name, openBook(dir, name).entries())) }
  const entries = openBook(dir, population).entries()
  return { ledger: dir, populations: [standing(population, entries)], entries: history(entries) }
}

/** Sets what may be spent on a population over its lifetime. */
export function budget(population: string, most: Budget, options: Pick<LedgerOptions, 'ledger'> = {}): LedgerResult {
  const dir = ledgerDir(options.ledger)
  for (const [name, below] of [['epsilon', 1000] as const, ['delta', 0.1] as const])
    if (!(most[name] > 0 && most[name] < below))
      fail(
        'usage',
        `a budget needs --${name}, a number between 0 and ${below}`,
        'It is for the lifetime of the population.',
      )
  return { ledger: dir, populations: [setBudget(openBook(dir, population), most)] }
}
