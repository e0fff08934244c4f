import { Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../base/defined.js'
import { BASELINES, type Baseline, PEER_PARAMETERS, simulate, simulationText } from '../index.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  share,
  whole,
  withCommonFlags,
  withInputFlags,
  withResources,
} from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags {
  readonly users?: number
  readonly queries?: number
  readonly selfish: number
  readonly colluding: number
  readonly lying: number
  readonly zeta: number
  readonly theta: readonly [number, number]
  readonly repeats: number
  readonly baseline?: Baseline
  readonly graph?: string
  readonly replay?: string[]
  readonly seed: number
}

const verb: Verb = {
  command: async () =>
    withInputFlags(withCommonFlags(new Command('simulate')))
      .description(
        'Many peers that submit each other’s queries, in one process: how well do they hide, what does it cost?',
      )
      .optionsGroup('The simulation:')
      .option('--users <n>', 'peers (default: 1000, or as many as graph or log have)', whole(1))
      .option('--queries <n>', 'queries each; of a replayed log at most so many (default: 20; replayed: all)', whole(1))
      .option('--selfish <share>', 'share of peers that send and never serve', share, 0)
      .option('--colluding <share>', 'share of peers that tell each other what they see', share, 0)
      .option('--lying <share>', 'share of peers that claim friends they do not have, to be handed more', share, 0)
      .option('--zeta <z>', 'what a query served or refused costs', share, PEER_PARAMETERS.zeta)
      .option('--theta <from-to>', 'shares of the selection vector to delete', interval, PEER_PARAMETERS.theta)
      .option('--repeats <n>', 'the selection vector is repeated up to so often', whole(1), PEER_PARAMETERS.repeats)
      .addOption(new Option('--baseline <name>', 'another way instead, to compare with').choices([...BASELINES]))
      .option('--graph <file>', 'friendships, two names a line (default: a grown power-law network)')
      .option('--replay <log...>', 'users ask what persons of this log asked, in its order of time')
      .option('--seed <n>', 'which chance', whole(0), 1)
      .action(async (flags: Flags) => {
        const { users, queries, selfish, colluding, lying, zeta, theta, repeats, graph, replay, seed } = flags
        const result = await withResources(flags, (resources) =>
          simulate({
            selfish,
            colluding,
            lying,
            seed,
            parameters: { zeta, theta, repeats },
            input: inputOptions(flags),
            ...defined({ baseline: flags.baseline, users, queries, graph, replay }),
            ...resources,
          }),
        )
        if (flags.json) printJson(result)
        else print(...simulationText(result))
      }),
}
export default verb

/** `0.6-0.8`, `60%-80%`, or one share for both ends. */
function interval(text: string): readonly [number, number] {
  const ends = text.split('-').map((end) => (end.endsWith('%') ? Number(end.slice(0, -1)) / 100 : Number(end)))
  const [from = Number.NaN, to = from] = ends
  if (!(ends.length <= 2 && from >= 0 && from <= to && to <= 1))
    throw new InvalidArgumentError('two shares from 0 to 1 are needed, such as 0.6-0.8')
  return [from, to]
}
