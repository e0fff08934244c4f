import type { AttackerRisk, Setting } from './settings.js'

/** How far an attacker came, as JSON: a share at a cost; null with the reason, where there is none; beside it what the promise allows. */
export function riskJson({ attacker, at, worst, none, bound, succeedsFrom, notTried }: AttackerRisk): object {
  return {
    ...{ attacker, at: at ?? null },
    ...(worst ? { share: worst.most, attack: worst.attack, of: worst.of } : { share: null, reason: none }),
    ...{ bound: bound ?? null, succeedsFrom: succeedsFrom ?? null, notTried },
  }
}

/** A setting over its seeds: what each attacker reached at most, and how well tasks do, in the mean. */
export function settingJson({ label, risks, tasks, kept }: Setting): object {
  const means = Object.fromEntries(Object.entries(tasks).map(([task, { mean }]) => [task, mean]))
  return { label, risks: risks.map(riskJson), tasks: means, kept: kept?.mean ?? null }
}
