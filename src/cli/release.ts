import { Argument, Command, InvalidArgumentError } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import {
  explain,
  explanationText,
  loadMethod,
  type Method,
  methodNames,
  readPlan,
  release,
  releaseText,
} from '../index.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  type ReleaseFlags,
  shownColumns,
  suggesting,
  withCommonFlags,
  withEngine,
  withInputFlags,
  withReleaseFlags,
  withResources,
} from './common.js'
import { operands, planOf, planOption, withMethodFlags } from './method-flags.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags, ReleaseFlags {
  readonly out?: string
  readonly private?: string
  readonly force?: boolean
  readonly truth?: boolean
  readonly spreadsheetSafe?: boolean
  readonly explain?: boolean
  readonly plan?: string
  readonly population?: string
  readonly ledger?: string
  readonly since?: string
  readonly before?: readonly string[]
  readonly sign?: string
  readonly samplePeople?: number
  readonly signedOffBy?: string
  readonly reason?: string
  readonly [param: string]: unknown
}

const verb: Verb = {
  async command(words) {
    const method = await methodIn(words)
    const command = withMethodFlags(new Command('release'), method)
      .description(
        method
          ? `${method.name}: ${method.summary}.\nSource: ${method.paper.title} [${method.paper.key}]`
          : 'Make a release with one method, or with a plan.',
      )
      .usage(
        method
          ? `${method.name} LOG... -o DIR [options]`
          : 'METHOD LOG... -o DIR [options]\n       lethe release --plan FILE LOG... -o DIR [options]',
      )
      .addArgument(
        method
          ? new Argument('[words...]', 'the method and the log')
          : suggesting(
              new Argument('[words...]', 'METHOD LOG..., or LOG... with --plan; a METHOD is one of these'),
              methodNames(),
            ),
      )
      .optionsGroup('The release:')
      .option('-o, --out <dir>', 'folder to make; DIR.private is made beside it')
      .option('--private <dir>', 'private folder (default: DIR.private)')
      .option('--force', 'replace an existing release')
      .option(
        '--spreadsheet-safe',
        'csv and tsv: an apostrophe before what a spreadsheet would run as a formula; verify and the others take it off again',
      )
      .option('--truth', 'write who became whom into the private folder')
      .option(
        '--population <name>',
        'whom the log is about: what is spent on them adds up in a ledger (see lethe ledger)',
      )
      .option('--ledger <dir>', "where ledgers are kept (default: LETHE_LEDGER, else the user's folder for state)")
      .option(
        '--since <dir>',
        'an earlier release about the same people: text is new only when enough new persons asked it',
      )
      .option('--before <log...>', 'the log of the earlier release, where it has moved')
      .option(
        '--sign <file>',
        'sign the checksums (SHA256SUMS.sig): a key of ssh-keygen -t ed25519, without a passphrase',
      )
      .option(
        '--sample-people <share>',
        'a testing sample: about this share of the persons, whole, by a hash under --key, else under a key that is drawn',
        properShare,
      )
      .option('--signed-off-by <name>', 'who answers for the release: for the private record')
      .option('--reason <text>', 'why it is made: for the private record')
      .option('--explain', 'state thresholds and guarantee, and stop')
      .addOption(planOption('instead of a method'))
      .addHelpText('after', method ? '' : '\nThe parameters of a method: lethe release METHOD --help')
    // The flags of a method that nobody knows are not the trouble: its name is, and the action says so.
    command.allowUnknownOption(method === undefined && !byPlan(words))
    return withEngine(withCommonFlags(withInputFlags(withReleaseFlags(command, method)))).action(
      async (rest: string[], flags: Flags) => run(method, rest, flags),
    )
  },
}
export default verb

/** The first word that is no flag names the method; with --plan there is none. */
async function methodIn(words: readonly string[]): Promise<Method | undefined> {
  if (byPlan(words)) return undefined
  const name = words.find((word) => methodNames().includes(word))
  return name === undefined ? undefined : loadMethod(name)
}

function byPlan(words: readonly string[]): boolean {
  return words.some((word) => word === '--plan' || word.startsWith('--plan='))
}

async function run(method: Method | undefined, rest: readonly string[], flags: Flags): Promise<void> {
  const plan = flags.plan === undefined ? planOf(method, operands(rest)[0], flags) : await readPlan(flags.plan)
  const logs = flags.plan === undefined ? rest.toSpliced(rest.indexOf(method?.name ?? ''), 1) : rest
  const shows = shownColumns(flags)
  if (flags.explain) {
    const { seed, samplePeople } = flags
    const explanation = await explain(plan, { shows, ...defined({ seed, samplePeople }), input: inputOptions(flags) })
    if (flags.json) printJson(explanation)
    else print(explanationText(explanation, plan))
    return
  }
  if (flags.out === undefined) fail('usage', 'no output folder was named', 'Add -o DIR.')
  const { out, signedOffBy, reason } = flags
  const signOff =
    signedOffBy === undefined && reason === undefined ? undefined : { by: signedOffBy ?? '', reason: reason ?? '' }
  const result = await withResources(flags, (resources) =>
    release(logs, {
      plan,
      out,
      shows,
      ...defined({
        privateDir: flags.private,
        force: flags.force,
        format: flags.outFormat,
        spreadsheetSafe: flags.spreadsheetSafe,
        keyFile: flags.key,
        ephemeralKey: flags.ephemeralKey,
        seed: flags.seed,
        truth: flags.truth,
        samplePeople: flags.samplePeople,
        population: flags.population,
        ledger: flags.ledger,
        since: flags.since,
        before: flags.before,
        sign: flags.sign,
        signOff,
      }),
      input: inputOptions(flags),
      ...resources,
    }),
  )
  if (flags.json) printJson(result)
  else print(releaseText(result))
}

function properShare(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError('a share between 0 and 1 is needed, such as 0.1')
  return value
}
