import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { type Own, type Recommendation, recommend, recommendationText } from '../index.js'
import {
  type CommonFlags,
  defined,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  share,
  withCommonFlags,
  withInputFlags,
  withOwnFlag,
  withResources,
} from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags {
  readonly plan?: string
  readonly out?: string
  readonly force?: boolean
  readonly maxRisk: number
  readonly minUse: number
  readonly need?: string
  readonly promise?: string
  readonly write?: string
  readonly with?: Own
}

const verb: Verb = {
  async command() {
    const command = new Command('recommend')
      .description('From what you can accept and what you need to the settings that give it, with the reasons.')
      .usage('LOG... -o DIR [options]\n       lethe recommend -o DIR [options]   (DIR: a comparison that was made)')
      .argument('[logs...]', 'the log; without it the comparison in DIR is taken up')
      .optionsGroup('What you ask for:')
      .option(
        '--max-risk <share>',
        'nobody who has the release and what people know (reader, neighbour, archivist) may reach more than this',
        share,
        0.05,
      )
      .option('--min-use <share>', 'share of the words that must be left', share, 0.01)
      .option('--need <list>', 'columns that the release must have, such as pseudonym,host,day')
      .option('--promise <kind>', 'the kind of promise: k-users-per-query, dp, k-m, identical-users, threshold-reveal')
      .option('--write <file>', 'write the first choice as a plan for lethe release --plan')
      .optionsGroup('The comparison:')
      .option('-o, --out <dir>', 'folder of the comparison')
      .option('--plan <file>', 'the grid to choose from (default: all methods)')
      .option('--force', 'start anew')
      .addHelpText(
        'after',
        `
What --max-risk does not speak of: who adds accounts to the log (participant) and who has two releases
(subscriber). Against a bare threshold they come far at every setting; how far is told apart.
lethe attacks says whose each attack is.

Exit status: 0 something fits, 1 nothing does.

Examples:
  lethe recommend log.tsv -o compared --max-risk 0.05 --min-use 0.2 --write plan.json
  lethe release --plan plan.json log.tsv -o release`,
      )
    return withCommonFlags(withInputFlags(withOwnFlag(command, 'the first choice'))).action(run)
  },
}
export default verb

async function run(logs: readonly string[], flags: Flags): Promise<void> {
  if (flags.out === undefined) fail('usage', 'no folder for the comparison was named', 'Add -o DIR.')
  const { out, maxRisk, minUse, promise, plan: grid, force, write: planFile, with: own } = flags
  const columns = flags.need?.split(',').map((column) => column.trim()) ?? []
  const result = await withResources(flags, (resources) =>
    recommend(logs, {
      ...{ out, maxRisk, minUse, columns },
      ...defined({ promise, grid, force, planFile, own }),
      input: inputOptions(flags),
      ...resources,
    }),
  )
  if (flags.json) printJson(inJson(result))
  else print(recommendationText(result))
  process.exitCode = result.fitting.length > 0 ? 0 : 1
}

function inJson(result: Recommendation): object {
  const { fitting, nearest } = result
  const named = ({ label, method, params, guarantee, risk, noRisk, notTried, use }: (typeof fitting)[number]) => ({
    setting: label,
    ...{ method, params, guarantee, risk: risk ?? null },
    ...(noRisk === undefined ? {} : { reason: noRisk }),
    notTried,
    use,
  })
  return {
    ...result,
    fitting: fitting.map(named),
    ...(nearest ? { nearest: { ...named(nearest.setting), fails: nearest.fails } } : {}),
  }
}
