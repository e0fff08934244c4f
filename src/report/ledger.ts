import { table } from '../base/format.js'

interface Standing {
  readonly population: string
  readonly releases: number
  readonly unbounded: number
  readonly neighbours: string
  readonly basic: { readonly epsilon: number; readonly delta: number }
  readonly spent: { readonly epsilon: number; readonly delta: number; readonly by: string }
  readonly budget: { readonly epsilon: number; readonly delta: number } | undefined
}

interface Told {
  readonly at: string
  readonly kind: string
  readonly method?: string
  readonly dir?: string
  readonly spend?: {
    readonly epsilon: number
    readonly delta: number
    readonly concentrated?: { readonly rho: number }
  }
  readonly budget?: { readonly epsilon: number; readonly delta: number }
  readonly sum: { readonly epsilon: number; readonly delta: number; readonly unbounded: number }
}

/** How populations stand, for people; of one all its entries too, where they are given. */
export function ledgerText(dir: string, standings: readonly Standing[], entries?: readonly Told[]): string {
  if (standings.length === 0) return `The ledger in ${dir} is empty.`
  return [...standings.flatMap(linesOf), ...(entries ? ['', ...entryLines(entries)] : [])].join('\n')
}

const n = (value: number) => String(Number(value.toPrecision(4)))

/** An entry a line, with what all up to it add up to. Folders come last: they can be long. */
function entryLines(entries: readonly Told[]): string[] {
  const rhos = entries.some(({ spend }) => spend?.concentrated)
  const cells = ({ at, kind, method, dir, spend, budget, sum }: Told) => [
    `${at.slice(0, 10)} ${at.slice(11, 16)}`,
    kind === 'budget' ? 'budget set' : (method ?? ''),
    ...(spend ? [n(spend.epsilon), n(spend.delta)] : budget ? [n(budget.epsilon), n(budget.delta)] : ['no bound', '']),
    ...(rhos ? [spend?.concentrated ? n(spend.concentrated.rho) : ''] : []),
    sum.unbounded > 0 ? 'no bound' : n(sum.epsilon),
    sum.unbounded > 0 ? '' : n(sum.delta),
    dir ?? '',
  ]
  const head = [
    'date (UTC)',
    'entry',
    'epsilon',
    'delta',
    ...(rhos ? ['rho'] : []),
    'sum epsilon',
    'sum delta',
    'release',
  ]
  return table([head, ...entries.map(cells)], [0, 1, head.length - 1])
}

function linesOf({ population, releases, unbounded, neighbours, basic, spent, budget }: Standing): string[] {
  return [
    `${population}: ${releases} differentially private ${releases === 1 ? 'release' : 'releases'} (${neighbours})`,
    `  added up: epsilon = ${n(basic.epsilon)}, delta = ${n(basic.delta)}`,
    `  spent: epsilon = ${n(spent.epsilon)} at delta = ${n(spent.delta)} (${spent.by} composition)`,
    budget === undefined
      ? '  no budget is set: lethe ledger set NAME --epsilon E --delta D'
      : `  budget: epsilon = ${n(budget.epsilon)}, delta = ${n(budget.delta)}; left: epsilon = ${n(Math.max(0, budget.epsilon - spent.epsilon))}`,
    ...(unbounded > 0
      ? [
          `  and ${unbounded} ${unbounded === 1 ? 'release' : 'releases'} that no epsilon bounds: the true total is unbounded`,
        ]
      : []),
  ]
}
