import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { attackErrors, report } from '../index.js'
import { releaseAgainst, withAgainst } from './against.js'
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
  readonly against?: readonly string[]
  readonly truth?: string
  readonly public?: boolean
  readonly showText?: boolean
  readonly attackPeople?: number
  readonly out?: string
  readonly force?: boolean
}

const verb: Verb = {
  async command() {
    const command = withAgainst(
      new Command('report').optionsGroup('The report:'),
      'the folder of the release',
      'the original: with it persons are counted, attacks know it, and measures are taken',
    )
      .description('Check, attack and measure a release, and write what came out as one page.')
      .usage('RELEASE -o FILE [--against LOG...] [options]')
      .optionsGroup('The report:')
      .option('-o, --out <file>', 'page to write, such as report.html')
      .option('--truth <path>', 'who became whom (default: the private folder beside RELEASE, if it has it)')
      .option(
        '--public',
        'manifest, checks and a summary of the attacks only, and of differential privacy the verdict alone: a page that may go with the release',
      )
      .option(
        '--show-text',
        'show the most asked queries of the log, released and withheld; with --against, never with --public',
      )
      .option(
        '--attack-people <n>',
        'attacks that make releases anew make them of about so many persons, where the log has more than twice as many (default: 20000)',
        toPeople,
      )
      .option('--force', 'replace an existing page')
      .addHelpText(
        'after',
        `
Every attack is told as one of three: its figure, not applicable, or not run and why; one that fails is an error of the report.
Exit status: 0 the claim holds or cannot be shown, 1 it does not hold, 2 an attack failed (the page is written and says so).

Examples:
  lethe report release --against log.tsv -o report.html
  lethe report release --public -o public.html`,
      )
    return withCommonFlags(withInputFlags(command)).action(async (words: string[], flags: Flags) => {
      const { release, logs } = releaseAgainst('report', words, flags.against)
      if (flags.out === undefined) fail('usage', 'no page was named', 'Add -o report.html.')
      const out = flags.out
      const result = await withResources(flags, (resources) =>
        report(release, {
          out,
          ...defined({
            logs,
            truth: flags.truth,
            public: flags.public,
            showText: flags.showText,
            attackPeople: flags.attackPeople,
            force: flags.force,
          }),
          input: inputOptions(flags),
          ...resources,
        }),
      )
      const failed = attackErrors(result.attacks ?? {})
      if (flags.json) printJson(result)
      else
        print(
          `Look at ${result.report}${result.holds === false ? '. The claim does NOT hold.' : ''}`,
          ...(result.empty ? ['The release is empty: nothing in it.'] : []),
          ...failed.map(([attack, error]) => `${attack} failed: ${error}`),
        )
      process.exitCode = result.holds === false ? 1 : failed.length > 0 ? 2 : 0
    })
  },
}

function toPeople(given: string): number {
  const people = Number(given)
  if (!Number.isSafeInteger(people) || people < 100)
    fail('usage', '--attack-people is a whole number of persons, 100 or more', 'For about ten thousand write 10000.')
  return people
}
export default verb
