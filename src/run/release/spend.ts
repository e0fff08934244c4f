import { resolve } from 'node:path'
import { counted } from '../../base/counted.js'
import { LetheError } from '../../base/errors.js'
import { isShared } from '../../base/storage/index.js'
import { enterUnbounded, reserve, type Standing, standing } from '../../ledger/account.js'
import { type Entry, LEDGER_FORMAT } from '../../ledger/entry.js'
import { type Book, DEFAULT_POPULATION, ledgerDir, openBook } from '../../ledger/ledger.js'
import { derive, type ReadyStep } from '../../plans/derive.js'
import type { Plan } from '../../plans/plan.js'
import type { Guarantee } from '../../release/guarantee.js'
import { columnOptions, nameOf, readySteps } from '../steps.js'
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
  return enterInto(openBook(ledgerDir(options.ledger), named ?? DEFAULT_POPULATION), { options, steps, guarantee, dir })
}

function enterInto(book: Book, { options, steps, guarantee, dir }: Due): Entered {
  const line = { method: nameOf(options.plan), dir: isShared(dir) ? dir : resolve(dir) }
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
  return { standing, notes: notesOf(standing, options.population === undefined) }
}

/** What a release would enter into a ledger, and how its population would stand then. */
export interface Spending {
  readonly ledger: string
  readonly population: string
  readonly before: Standing
  /** Undefined where nothing would be entered, or where the ledger refuses it. */
  readonly after: Standing | undefined
  /** What is entered: nothing, since no population is named; epsilon and delta; or that no epsilon bounds it. */
  readonly enters: 'nothing' | 'spend' | 'unbounded'
  readonly refused?: string
}

/** Asks what a release would cost its population; enters nothing. */
export async function spending(
  plan: Plan,
  options: Pick<ReleaseOptions, 'population' | 'ledger'> = {},
): Promise<Spending> {
  const steps = await readySteps(plan)
  const { guarantee } = derive(steps, columnOptions(steps, plan), [], 'user')
  const ledger = ledgerDir(options.ledger)
  const population = options.population ?? DEFAULT_POPULATION
  const entries = openBook(ledger, population).entries()
  const before = standing(population, entries)
  const enters = guarantee.kind === 'dp' ? 'spend' : options.population === undefined ? 'nothing' : 'unbounded'
  const told = { ledger, population, before, enters } as const
  if (enters === 'nothing') return { ...told, after: undefined }
  const due = { options: { plan, out: '', ...options }, steps, guarantee, dir: '.' }
  try {
    return { ...told, after: enterInto(imagined(population, entries), due).standing }
  } catch (error) {
    if (error instanceof LetheError && error.code === 'refused')
      return { ...told, after: undefined, refused: error.message }
    throw error
  }
}

/** A book that nobody keeps. */
function imagined(population: string, before: readonly Entry[]): Book {
  const entries = [...before]
  return {
    population,
    entries: () => entries,
    add(line, decide) {
      decide(entries)
      entries.push({ format: LEDGER_FORMAT, at: new Date().toISOString(), ...line } as Entry)
    },
  }
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
