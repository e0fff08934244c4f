import { number, percent, table } from '../../base/format.js'
import type { Group, MembershipResult } from './result.js'

/** What was tried and told of who is in the log, for the terminal. */
export function membershipText(result: MembershipResult): string[] {
  const { runs, fpr, informed, drawn, worst, limits } = result
  return [
    `${number(runs)} releases, each of half of the persons by a coin; ${number(drawn.persons)} persons were drawn, ${number(result.searched)} more searched for or planted. Of ${number(result.texts)} texts of theirs, ${number(result.seen)} were seen in some release.`,
    informed.share === null
      ? `Who knows all other rows: ${informed.reason}.`
      : `Who knows all other rows: without ${number(informed.changed)} of ${number(informed.persons)} persons the release is another one (${percent(informed.share)}${range(informed.interval)}).`,
    `Who knows a person's texts and the people at large, and is wrong of ${share(fpr)} of those who are not there, finds (guessing finds ${share(fpr)} too):`,
    ...table([
      ['persons', 'found', '95% interval', 'wrong'],
      line(`drawn: ${number(drawn.persons)}`, drawn),
      line(`worst: ${number(worst.persons)}`, worst),
    ]).map((row) => `  ${row}`),
    ...(result.seen > 0
      ? []
      : ['No release showed any of these texts as they were asked: this attacker had nothing to go by.']),
    ...limitLines(result),
    limits === null
      ? 'The plan promises nothing about who is in the log, so there is no limit to hold this against.'
      : result.holds
        ? 'Nothing was seen above the limit. That is no proof: another attacker may see more.'
        : 'This lies ABOVE the limit: the claim does NOT hold.',
  ]
}

function line(name: string, { truePositives, falsePositives, interval: [low, high] }: Group): string[] {
  return [name, percent(truePositives), `${percent(low)} to ${percent(high)}`, percent(falsePositives)]
}

function limitLines({ limits }: MembershipResult): string[] {
  if (limits === null) return []
  const { limit, own, epsilon, delta } = limits
  const noise = own === null ? '' : `; by its noise, which is Gaussian: ${percent(own)}`
  return [`limit by epsilon ${epsilon.toFixed(3)}, delta ${delta}: ${percent(limit)}${noise}`]
}

const share = (rate: number) => `${Number((100 * rate).toPrecision(3))}%`
const range = (interval: readonly [number, number] | null) =>
  interval === null ? '' : `; 95% interval ${percent(interval[0])} to ${percent(interval[1])}`
