import { fail } from '../base/errors.js'
import { basic, type Spend, type Total, total } from '../privacy/compose.js'
import type { Budget, Entry, Line } from './entry.js'
import type { Book } from './ledger.js'

/** How a population stands. */
export interface Standing {
  readonly population: string
  readonly releases: number
  /** Releases that no epsilon bounds: while there are any, the true total is not bounded either. */
  readonly unbounded: number
  readonly neighbours: 'add-remove' | 'replace'
  /** Epsilons and deltas added up. */
  readonly basic: { readonly epsilon: number; readonly delta: number }
  /** The least that composition allows to claim at the budget's delta, or, without a budget, at twice the sum of deltas. */
  readonly spent: Total
  readonly budget: Budget | undefined
}

export function standing(population: string, entries: readonly Entry[]): Standing {
  const spends = spendsOf(entries)
  const budget = budgetOf(entries)
  const relations = entries.flatMap((entry) => (entry.kind === 'spend' ? [entry.neighbours] : []))
  const { epsilon, delta } = basic(spends)
  return {
    population,
    releases: spends.length,
    unbounded: entries.filter((entry) => entry.kind === 'unbounded').length,
    // A histogram that hides the replacing of a person hides the adding of one as well, so sums mean add-remove when both occur.
    neighbours:
      relations.length > 0 && relations.every((relation) => relation === 'replace') ? 'replace' : 'add-remove',
    basic: { epsilon, delta },
    spent: total(spends, budget?.delta ?? 2 * delta),
    budget,
  }
}

/** Enters a differentially private release before its noise is drawn; refuses what the budget does not hold. */
export function reserve(book: Book, line: Line & { readonly kind: 'spend' }): Standing {
  book.add(line, (before) => {
    const budget = budgetOf(before)
    if (budget === undefined) return
    const after = total([...spendsOf(before), line.spend], budget.delta)
    if (after.epsilon > budget.epsilon * (1 + 1e-12)) {
      const now = total(spendsOf(before), budget.delta)
      fail(
        'refused',
        `the population ${book.population} has spent epsilon = ${figure(now.epsilon)} of ${figure(budget.epsilon)} (delta = ${figure(budget.delta)}), and this release would take it to ${figure(after.epsilon)}`,
        line.part === undefined
          ? 'Ask for less with a smaller epsilon or delta. What was spent does not come back.'
          : 'A series that has not begun can ask for less with a smaller epsilon or delta. One that has ends here, unless the budget is raised: lethe ledger set.',
      )
    }
  })
  return standing(book.population, book.entries())
}

/** The same for what is paid once, however often it is asked for: a window of a series, of which a run may have been killed since. */
export function reserveOnce(book: Book, line: Line & { readonly kind: 'spend'; readonly part: string }): Standing {
  const paid = book.entries().some((entry) => entry.kind === 'spend' && entry.part === line.part)
  return paid ? standing(book.population, book.entries()) : reserve(book, line)
}

/** Enters a release that no epsilon bounds; a population with a budget has none to give. */
export function enterUnbounded(book: Book, line: Line & { readonly kind: 'unbounded' }): Standing {
  book.add(line, (before) => refuseUnbounded(book.population, before))
  return standing(book.population, book.entries())
}

/** Refuses what no epsilon bounds, where there is a budget. */
export function refuseUnbounded(population: string, entries: readonly Entry[]): void {
  if (budgetOf(entries) === undefined) return
  fail(
    'refused',
    `the population ${population} has a budget, and no epsilon bounds what this release tells`,
    'Make it differentially private, or release about another population.',
  )
}

export function setBudget(book: Book, budget: Budget): Standing {
  book.add({ kind: 'budget', budget }, () => {})
  return standing(book.population, book.entries())
}

function spendsOf(entries: readonly Entry[]): Spend[] {
  return entries.flatMap((entry) => (entry.kind === 'spend' ? [entry.spend] : []))
}

function budgetOf(entries: readonly Entry[]): Budget | undefined {
  return entries.findLast((entry) => entry.kind === 'budget')?.budget
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return 'more than any'
  const rounded = Number(value.toPrecision(4))
  return rounded > 0 && rounded < 1e-3 ? rounded.toExponential() : String(rounded)
}
