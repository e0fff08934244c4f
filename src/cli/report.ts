import { Command } from 'commander'
import { fail } from '../errors.js'
import { report } from '../run/report.js'
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
import type { Verb } from './main.js'

interface Flags extends CommonFlags, InputFlags {
  readonly against?: string
  readonly truth?: string
  readonly public?: boolean
  readonly showText?: boolean
  readonly out?: string
  readonly force?: boolean
}

const verb: Verb = {
  async command() {
    const command = new Command('report')
      .description('Check, attack and measure a release, and write what came out as one page.')
      .usage('DIR -o FILE [--against LOG] [options]')
      .argument('[dir]', 'the folder of the release')
      .optionsGroup('The report:')
      .option('-o, --out <file>', 'page to write, such as report.html')
      .option('--against <log>', 'the original: with it persons are counted, attacks know it, and measures are taken')
      .option('--truth <path>', 'who became whom (default: the private folder beside DIR, if it has it)')
      .option('--public', 'manifest, checks and a summary of the attacks only: a page that may go with the release')
      .option(
        '--show-text',
        'show the most asked queries of the log, released and withheld; with --against, never with --public',
      )
      .option('--force', 'replace an existing page')
      .addHelpText(
        'after',
        `
Exit status: 0 the claim holds or cannot be checked, 1 it does not hold.

Examples:
  lethe report release --against log.tsv -o report.html
  lethe report release --public -o public.html`,
      )
    return withCommonFlags(withInputFlags(command)).action(async (dir: string | undefined, flags: Flags) => {
      if (dir === undefined) fail('usage', 'no release was named', 'Write lethe report DIR -o FILE.')
      if (flags.out === undefined) fail('usage', 'no page was named', 'Add -o report.html.')
      const out = flags.out
      const result = await withResources(flags, (resources) =>
        report(
          dir,
          {
            out,
            ...(flags.against === undefined ? {} : { logs: [flags.against] }),
            ...defined({ truth: flags.truth, public: flags.public, showText: flags.showText, force: flags.force }),
          },
          inputOptions(flags),
          resources,
        ),
      )
      if (flags.json) printJson(result)
      else print(`Look at ${result.report}${result.holds === false ? '. The claim does NOT hold.' : ''}`)
      process.exitCode = result.holds === false ? 1 : 0
    })
  },
}
export default verb
