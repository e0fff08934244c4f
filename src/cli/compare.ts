import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { compare, comparisonText } from '../index.js'
import {
  type CommonFlags,
  defined,
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
  readonly force?: boolean
  readonly public?: boolean
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
      .option('--force', 'start anew')
      .option('--public', 'also write report-public.html, without figures of the log')
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
          ...defined({ grid: flags.plan, force: flags.force, public: flags.public }),
          input: inputOptions(flags),
          ...resources,
        }),
      )
      if (flags.json) {
        const { dir, report, results, continued, seconds } = result
        printJson({ dir, report, continued, seconds, results })
      } else print(comparisonText(result.settings, result.report))
    })
  },
}
export default verb
