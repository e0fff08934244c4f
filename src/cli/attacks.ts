import { ATTACKERS, attackNames, loadAttack, loadTrial, type Params, trialNames } from '../index.js'
import { listing, paramLines } from './listing.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    listing({
      verb: 'attacks',
      kind: 'attack',
      about: 'The attacks, which look at a release, and the trials, which make releases to look at.',
      names: [...attackNames(), ...trialNames()],
      load: (name) => (trialNames().includes(name) ? trial(name) : attack(name)),
      json: ({ told }) => told,
      lines: ({ told: { name, kind, summary, params }, more }) => [
        `${name} (${kind})`,
        `  ${summary}`,
        ...more,
        ...paramLines(params),
      ],
    }),
}
export default verb

interface Told {
  readonly told: Readonly<Record<'name' | 'kind' | 'summary', string>> & {
    readonly params: Params
    readonly [more: string]: unknown
  }
  readonly more: readonly string[]
}

async function attack(called: string): Promise<Told> {
  const { name, summary, paper, attacker, params, needs } = await loadAttack(called)
  const kind: { readonly has: string; readonly cost?: string } = ATTACKERS[attacker]
  return {
    told: { name, kind: 'attack', summary, paper, attacker, cost: kind.cost ?? null, params, needs },
    more: [
      `  attacker: ${attacker}, who ${kind.has}${kind.cost === undefined ? '' : `; cost: ${kind.cost}`}`,
      `  source: ${paper.title} [${paper.key}]`,
      ...(needs.length > 0 ? [`  needs ${needs.map((need) => `--${need}`).join(', ')}`] : []),
    ],
  }
}

async function trial(called: string): Promise<Told> {
  const { name, summary, params } = await loadTrial(called)
  return { told: { name, kind: 'trial', summary, params }, more: [] }
}
