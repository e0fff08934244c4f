interface Standing {
  readonly population: string
  readonly releases: number
  readonly unbounded: number
  readonly neighbours: string
  readonly basic: { readonly epsilon: number; readonly delta: number }
  readonly spent: { readonly epsilon: number; readonly delta: number; readonly by: string }
  readonly budget: { readonly epsilon: number; readonly delta: number } | undefined
}

/** How populations stand, for people. */
export function ledgerText(dir: string, standings: readonly Standing[]): string {
  if (standings.length === 0) return `The ledger in ${dir} is empty.`
  return standings.flatMap(linesOf).join('\n')
}

function linesOf({ population, releases, unbounded, neighbours, basic, spent, budget }: Standing): string[] {
  const n = (value: number) => String(Number(value.toPrecision(4)))
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
