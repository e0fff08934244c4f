import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import {
  ATTACKERS,
  fearsFrom,
  nearestOf,
  type Own,
  type Recommendation,
  recommend,
  recommendationText,
  riskJson,
  USUAL_FEARS,
} from '../index.js'
import {
  type CommonFlags,
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
  readonly fear?: string
  readonly maxRisk?: string
  readonly repeated?: boolean
  readonly minUse: number
  readonly need?: string
  readonly task?: string
  readonly promise?: string
  readonly write?: string
  readonly with?: Own
}

const verb: Verb = {
  async command() {
    const command = new Command('recommend')
      .description('From what you fear and what you need to the settings that give it, with the reasons.')
      .usage('LOG... -o DIR [options]\n       lethe recommend -o DIR [options]   (DIR: a comparison that was made)')
      .argument('[logs...]', 'the log; without it the comparison in DIR is taken up')
      .optionsGroup('What you fear:')
      .option('--fear <list>', 'attackers, with what they can afford; none for nobody', USUAL_FEARS)
      .option('--repeated', 'releases are made again of the same people: a subscriber is feared too')
      .option(
        '--max-risk <shares>',
        'how far they may come: one share for all, or reader:0.01,participant:0.1 (default: 0.05)',
      )
      .optionsGroup('What you need:')
      .option('--need <list>', 'rows, histories, counts, sessions, or columns such as host,day')
      .option(
        '--task <name>',
        'the task by which use is judged (default: what fits the need; autocomplete for rows and counts)',
      )
      .option('--min-use <ratio>', 'how well the task must do, beside the same trained on the log', share, 0)
      .option('--promise <kind>', 'the kind of promise: k-users-per-query, dp, k-m, identical-users, threshold-reveal')
      .option('--write <file>', 'write the first choice as a plan for lethe release --plan')
      .optionsGroup('The comparison:')
      .option('-o, --out <dir>', 'folder of the comparison')
      .option('--plan <file>', 'the grid to choose from (default: all methods)')
      .option('--force', 'start anew')
      .addHelpText(
        'after',
        `
Attackers:
${Object.entries(ATTACKERS)
  .map(([attacker, { has }]) => `  ${attacker.padEnd(12)} ${has}`)
  .join('\n')}
neighbour:3 knows three terms of a person, participant:10 has ten accounts. A setting fits if every feared attacker stays
within the limit, by measurement or by what its promise allows. What one account defeats is never recommended
while participants are feared.

Exit status: 0 something fits, 1 nothing does.

Examples:
  lethe recommend log.tsv -o compared --write plan.json
  lethe recommend -o compared --need histories --max-risk participant:1
  lethe release --plan plan.json log.tsv -o release`,
      )
    return withCommonFlags(withInputFlags(withOwnFlag(command, 'the first choice'))).action(run)
  },
}
export default verb

async function run(logs: readonly string[], flags: Flags): Promise<void> {
  if (flags.out === undefined) fail('usage', 'no folder for the comparison was named', 'Add -o DIR.')
  const { out, minUse, task, promise, plan: grid, force, write: planFile, with: own } = flags
  const fears = fearsFrom(fearedIn(flags), flags.maxRisk)
  const needs = flags.need?.split(',').map((need) => need.trim()) ?? []
  const result = await withResources(flags, (resources) =>
    recommend(logs, {
      ...{ out, fears, needs, minUse },
      ...defined({ task, promise, grid, force, planFile, own }),
      input: inputOptions(flags),
      ...resources,
    }),
  )
  if (flags.json) printJson(inJson(result))
  else print(recommendationText(result))
  process.exitCode = result.fitting.length > 0 ? 0 : 1
}

function fearedIn({ fear = USUAL_FEARS, repeated }: Flags): string {
  if (!repeated) return fear
  return fear.trim() === 'none' ? 'subscriber' : `${fear},subscriber`
}

function inJson({ wishes, fitting, refused, out, takenFrom }: Recommendation): object {
  const { fears, uses, columns, task, minUse, promise } = wishes
  const named = ({ setting, risks, use, fails }: (typeof fitting)[number]) => ({
    setting: setting.label,
    ...{ method: setting.method, params: setting.params, guarantee: setting.guarantee },
    risks: risks.map(({ limit, within, ...risk }) => ({ ...riskJson(risk), limit, within: within ?? null })),
    use: use ?? null,
    kept: setting.kept ?? null,
    ...(fails ? { fails } : {}),
  })
  const nearest = fitting.length === 0 ? nearestOf(refused) : undefined
  return {
    fears: fears.map(({ at, ...fear }) => ({ ...fear, at: at ?? null })),
    needs: { uses, columns, task, minUse, promise: promise ?? null },
    fitting: fitting.map(named),
    refused: refused.map(named),
    ...(nearest ? { nearest: named(nearest) } : {}),
    out,
    ...(takenFrom === undefined ? {} : { takenFrom }),
  }
}
