import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import {
  type CompareOptions,
  type Comparison,
  compare,
  comparisonText,
  figureLines,
  readAsLines,
  settingJson,
} from '../index.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  withCommonFlags,
  withInputFlags,
  withResources,
} from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags {
  readonly plan?: string
  readonly out?: string
  readonly firstLook?: boolean
  readonly force?: boolean
  readonly public?: boolean
  readonly trials?: string
}

const verb: Verb = {
  async command() {
    const command = new Command('compare')
      .description(
        'Try many methods and settings on one log: make each release, check it, attack it, measure it, and draw privacy against use.',
      )
      .usage('LOG... -o DIR [--plan FILE] [options]')
      .argument('[logs...]', 'the log')
      .optionsGroup('The comparison:')
      .option(
        '-o, --out <dir>',
        'folder for results.json, results.parquet and report.html; a stopped run continues in it',
      )
      .option('--plan <file>', 'a grid (JSON or YAML): settings, seeds, attacks, measures (default: all methods)')
      .option(
        '--first-look',
        'few settings of the methods that are quick, each once: the rest can follow in the same folder',
      )
      .option('--force', 'start anew')
      .option('--public', 'also write report-public.html, without figures of the log')
      .option('--trials <names>', 'also put every setting to trials, such as membership, which make many releases each')
      .addHelpText(
        'after',
        `
A grid names settings; lists are alternatives:
  seeds: [1, 2, 3]
  grid:
    - {method: rare-queries, k: [5, 10, 30]}
    - {steps: [{method: sessions, split: daily}, {method: rare-queries, k: 5}]}
    - {profile: google-eu}

Examples:
  lethe compare log.tsv -o compared
  lethe compare log.tsv --plan grid.yaml -o compared --json`,
      )
    return withCommonFlags(withInputFlags(command)).action(async (logs: string[], flags: Flags) => {
      if (flags.out === undefined) fail('usage', 'no output folder was named', 'Add -o DIR.')
      const out = flags.out
      const result = await withResources(flags, (resources) =>
        compare(logs, {
          out,
          ...defined({ grid: flags.plan, firstLook: flags.firstLook, force: flags.force, public: flags.public }),
          ...(flags.trials === undefined ? {} : { trials: trialsIn(flags.trials) }),
          input: inputOptions(flags),
          ...resources,
        }),
      )
      if (flags.json) {
        const { dir, report, results, continued, seconds, understood } = result
        printJson({ dir, report, continued, seconds, understood, settings: result.settings.map(settingJson), results })
      } else
        print(
          ...(result.understood ? [...readAsLines(result.understood), ''] : []),
          comparisonText(result.settings, result.report),
          ...trialLines(result.results),
        )
    })
  },
}
export default verb

function trialsIn(names: string): NonNullable<CompareOptions['trials']> {
  return Object.fromEntries(names.split(',').map((name) => [name.trim(), {}]))
}

/** What trials came to: a table each, with a row for every setting. Results may have been taken up from a folder: nothing is taken for granted but numbers. */
function trialLines(results: Comparison['results']): string[] {
  const names = [...new Set(results.flatMap(({ trials = {} }) => Object.keys(trials)))]
  return names.flatMap((name) => {
    const rows = results.flatMap(({ label, seed, trials = {} }) => {
      const { scored = {} } = (trials[name] ?? {}) as { readonly scored?: object }
      const numbers = Object.entries(scored ?? {}).filter(([, value]) => typeof value === 'number' || value === null)
      return numbers.length === 0 ? [] : [{ setting: label, seed, ...Object.fromEntries(numbers) }]
    })
    const failed = results.flatMap(({ label, trials = {} }) => {
      const { error } = (trials[name] ?? {}) as { readonly error?: unknown }
      return typeof error === 'string' ? [`failed: ${name} on ${label}: ${error}`] : []
    })
    return ['', `${name}:`, ...(rows.length === 0 ? [] : figureLines(rows, '  ')), ...failed]
  })
}
