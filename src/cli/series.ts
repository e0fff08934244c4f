import { Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import {
  addPeriod,
  beginSeries,
  begunText,
  LATE,
  loadMethod,
  methodNames,
  type Plan,
  readPlan,
  SERIES_EVERY,
  SERIES_METHODS,
  type SeriesOptions,
  seriesAddedText,
  seriesText,
  showSeries,
} from '../index.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  LOGS,
  print,
  printJson,
  type ReleaseFlags,
  shownColumns,
  suggesting,
  whole,
  withCommonFlags,
  withInputFlags,
  withResources,
} from './common.js'
import { planOf, planOption, withMethodFlags } from './method-flags.js'
import type { Verb } from './verbs.js'

interface InitFlags extends InputFlags, ReleaseFlags, Readonly<Record<string, unknown>> {
  readonly json?: boolean
  readonly method?: string
  readonly plan?: string
  readonly population?: string
  readonly every?: SeriesOptions['every']
  readonly window?: number | 'ever'
  readonly horizon?: number
  readonly late?: NonNullable<SeriesOptions['late']>
  readonly stateless?: boolean
  readonly ledger?: string
  readonly keys?: string
  readonly explain?: boolean
  readonly epsilon?: string
  readonly delta?: string
}

interface AddFlags extends CommonFlags {
  readonly period?: string
  readonly sign?: string
}

const verb: Verb = {
  command: async (words) => {
    const verb = new Command('series')
      .description('A release every day or week under one stated promise: begun once, added to period by period.')
      .addHelpText('after', HELP)
    await withInit(verb.command('init'), words)
    withCommonFlags(verb.command('add'))
      .description('add the log of one period, and release it')
      .argument('<dir>', 'the series')
      .argument('<logs...>', `the log of the period: ${LOGS}`)
      .option(
        '--sign <file>',
        'sign the checksums of the release: a key of ssh-keygen -t ed25519, without a passphrase',
      )
      .option('--period <day>', 'which period it is, by its first day (default: the one in which most rows lie)')
      .exitOverride()
      .action(add)
    verb
      .command('show')
      .description('how a series stands: its promise, its periods, what was missed, the ledger')
      .argument('<dir>', 'the series')
      .option('--due', 'status 1 where a period that is over has not been added')
      .option('--json', 'one JSON document on standard output')
      .exitOverride()
      .action(show)
    return verb.exitOverride()
  },
}
export default verb

const HELP = `
  lethe series init counts --population searchers --method gaussian-threshold --every day --window 30 --epsilon 2 --delta 1e-7
  lethe series add counts 2026-11-17.tsv --period 2026-11-17
  lethe series show counts

gaussian-threshold counts the last --window days, with noise that is shared between days: one promise for all releases.
rare-queries and allowlist look back (--since) and are held against the releases before.

Exit status of add: 0 added, or added before with the same content; 2 refused (other content for a period, a period before
the last, no budget left, another addition under way, a log that cannot be read): nothing was published.
Of show --due: 0 up to date; 1 a period that is over has not been added.`

async function withInit(command: Command, words: readonly string[]): Promise<void> {
  const method = await methodIn(words)
  command
    .description('begin a series: settle promise, bounds and reading for all its periods, and pay for the first window')
    .usage('DIR --population P (--method NAME ... | --plan FILE) --every day|week [--window DAYS|ever] [options]')
    .argument('<dir>', 'folder of the series; its private folder lies beside it')
    .option('--population <name>', 'whom the logs are about: what is spent on them adds up in a ledger')
    .addOption(suggesting(new Option('--method <name>', 'what releases are made by'), SERIES_METHODS))
    .addOption(planOption('instead of a method'))
    .addOption(new Option('--every <period>', 'how long a period is').choices(SERIES_EVERY))
    .option(
      '--window <days>',
      'days that a release counts and the promise speaks of, or ever (default: 30; 28 by week)',
      windowOf,
    )
    .option(
      '--horizon <days>',
      'with --window ever: how many days there will be at most (default: ten years)',
      whole(1),
    )
    .option('--epsilon <n>', 'what one person can change in all releases: odds by a factor of at most e^epsilon')
    .option('--delta <n>', 'amount by which that may fail; far less than one in the number of persons')
    .addOption(
      new Option(
        '--late <what>',
        'rows whose time lies outside the period: count them as they arrive, or leave them out (default: join)',
      ).choices(LATE),
    )
    .option('--stateless', 'remember nothing of persons: --per-user/W items a period, an item again in the next')
    .option('--explain', 'state promise and thresholds, and stop: nothing is written or spent')
    .option('--ledger <dir>', "where ledgers are kept (default: LETHE_LEDGER, else the user's folder for state)")
    .option('--keys <dir>', "where keys are kept, apart from the series (default: the user's folder for state)")
    .addOption(
      new Option('--out-format <name>', 'format of the data files (default: parquet)').choices([
        'parquet',
        'tsv',
        'csv',
        'ndjson',
      ]),
    )
    .exitOverride()
  withMethodFlags(command, method)
  // Flags of a method that nobody knows are not the trouble: its name is, and the action says so.
  command.allowUnknownOption(method === undefined && words.includes('--method'))
  withInputFlags(command)
    .optionsGroup('In general:')
    .option('--json', 'one JSON document on standard output')
    .option('--verbose', 'more about errors')
    .action(init)
}

async function methodIn(words: readonly string[]) {
  const at = words.findIndex((word) => word === '--method' || word.startsWith('--method='))
  const named = words[at]?.includes('=') ? words[at]?.slice('--method='.length) : words[at + 1]
  return at >= 0 && named !== undefined && methodNames().includes(named) ? loadMethod(named) : undefined
}

async function init(dir: string, flags: InitFlags): Promise<void> {
  const { population, every } = flags
  if (population === undefined)
    fail('usage', 'no population was named', 'Say whom the logs are about: --population NAME.')
  if (every === undefined) fail('usage', 'how long a period is was not said', 'Add --every day or --every week.')
  const options = defined({
    window: flags.window,
    horizon: flags.horizon,
    late: flags.late,
    stateless: flags.stateless,
    ledger: flags.ledger,
    keys: flags.keys,
    explain: flags.explain,
    format: flags.outFormat,
  })
  const plan = await planFor(flags)
  const shows = shownColumns(flags)
  const begun = await beginSeries(dir, { ...options, population, every, plan, shows, input: inputOptions(flags) })
  if (flags.json) printJson(begun)
  else print(begunText(begun))
}

/** The plan; the promise of a series is named beside it, and goes into its last step. */
async function planFor(flags: InitFlags): Promise<Plan> {
  if (flags.plan !== undefined && flags.method !== undefined)
    fail('usage', '--plan and --method exclude each other', 'Give one of them.')
  const { epsilon, delta } = flags
  if (flags.plan === undefined) {
    const method = await methodIn(['--method', flags.method ?? ''])
    const plan = planOf(method, flags.method, flags)
    if ((epsilon ?? delta) !== undefined && !Object.hasOwn(method?.params ?? {}, 'epsilon'))
      fail('usage', `${method?.name} promises nothing by epsilon and delta`, 'Leave them out.')
    return plan
  }
  const plan = await readPlan(flags.plan)
  const asked = defined({ epsilon, delta })
  const last = plan.steps.at(-1)!
  return { ...plan, steps: [...plan.steps.slice(0, -1), { ...last, params: { ...last.params, ...asked } }] }
}

function windowOf(text: string): number | 'ever' {
  if (text === 'ever') return text
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('a number of days is needed, or ever')
  return Number(text)
}

async function add(dir: string, logs: string[], flags: AddFlags): Promise<void> {
  const added = await withResources(flags, (resources) =>
    addPeriod(dir, logs, { ...defined({ period: flags.period, sign: flags.sign }), ...resources }),
  )
  if (flags.json) printJson(added)
  else print(seriesAddedText(added))
}

async function show(dir: string, flags: { readonly json?: boolean; readonly due?: boolean }): Promise<void> {
  const view = await showSeries(dir)
  if (flags.json) printJson(view)
  else print(seriesText(view))
  if (flags.due && view.due.length > 0) process.exitCode = 1
}
