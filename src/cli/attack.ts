import { Argument, Command, Option } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { wrapped } from '../base/format.js'
import { noSuch } from '../base/found.js'
import {
  ATTACKERS,
  type Attack,
  attackNames,
  attack as attackRelease,
  figureLines,
  figureText,
  loadAttack,
  loadMethod,
  loadTrial,
  type Method,
  methodNames,
  type Own,
  type Plan,
  readPlan,
  type Trial,
  trialNames,
  trial as tryPlan,
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
  withInputFlags,
  withOwnFlag,
  withReleaseFlags,
  withResources,
} from './common.js'
import { operands, planOf, planOption, withMethodFlags, withParamFlags } from './method-flags.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags, ReleaseFlags {
  readonly method?: string
  readonly plan?: string
  readonly reference?: string
  readonly other?: string
  readonly truth?: string
  readonly against?: string
  readonly out?: string
  readonly with?: Own
  readonly [param: string]: unknown
}

const verb: Verb = {
  async command(words) {
    const attack = words[0] !== undefined && attackNames().includes(words[0]) ? await loadAttack(words[0]) : undefined
    const trial = words[0] !== undefined && trialNames().includes(words[0]) ? await loadTrial(words[0]) : undefined
    const method = await methodIn(words)
    const named = attack ?? trial
    const command = new Command('attack')
      .description(
        attack
          ? `${attack.name}: ${attack.summary}.\nSource: ${attack.paper.title} [${attack.paper.key}]`
          : 'Attack a release; or try a method on a log: trials make releases of changed copies and look at what comes out.',
      )
      .usage(
        'ATTACK DIR [options]\n       lethe attack ATTACK FILE --columns ... [options]\n       lethe attack TRIAL LOG... --method METHOD [parameters] [options]\n       lethe attack TRIAL LOG... --plan FILE [options]',
      )
      .addArgument(
        suggesting(
          new Argument('[words...]', 'the attack and the release, or the trial and the log; they are these'),
          NAMES(),
        ),
      )
    if (named) withParamFlags(command.optionsGroup(`Parameters of ${named.name}:`), named.params)
    if (attack?.remakes) withOwnFlag(command, 'the release')
    command
      .optionsGroup('What the attacker knows, and how the result is judged:')
      .option('--reference <log>', 'a log in clear')
      .option('--other <dir>', 'a second release')
      .option('--truth <path>', 'who became whom: the private folder of the release; only the score looks at it')
      .option('--against <log>', 'the original log, for attacks that are judged by it; only the score looks at it')
      .option('-o, --out <file>', 'write the guesses (.tsv, .csv, .ndjson or .parquet)')
      .optionsGroup('The method to try:')
      .addOption(suggesting(new Option('--method <name>', 'the method to try'), methodNames()))
      .addOption(planOption('instead of a method'))
      .addHelpText(
        'after',
        `
The parameters of an attack: lethe attack NAME --help

Exit status: 0 done, and of a trial: nothing came out that the guarantee forbids; 1 something did; 2 it could not be run.

Examples:
  lethe attack canaries log.tsv --method rare-queries --k 5
  lethe attack canaries log.tsv --plan google-eu
  lethe attack audit-dp log.tsv --method zealous --epsilon 1 --delta 1e-6
  lethe attack audit-dp log.tsv --method zealous --epsilon 1 --delta 1e-6 --adversary
  lethe attack membership log.tsv --plan google-eu`,
      )
    // Whose name is not known, their flags are not either: the name is the trouble, and the action says so.
    command.allowUnknownOption(named === undefined || (method === undefined && methodName(words) !== undefined))
    return withCommonFlags(withInputFlags(withMethodFlags(withReleaseFlags(command), method))).action(
      async (rest: string[], flags: Flags) =>
        attack ? runOn(attack, method, rest, flags) : runTrial(trial, method, rest, flags),
    )
  },
}
export default verb

/** What can stand where an attack is named. */
const NAMES = () => [...attackNames(), ...trialNames()]

/** The method behind --method, so that its parameters can be flags. */
async function methodIn(words: readonly string[]): Promise<Method | undefined> {
  const name = methodName(words)
  return name !== undefined && methodNames().includes(name) ? loadMethod(name) : undefined
}

function methodName(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--method' || word.startsWith('--method='))
  return words[at]?.includes('=') ? words[at].slice('--method='.length) : words[at + 1]
}

/** The plan that was named, or that of the one method. */
async function planIn(method: Method | undefined, flags: Flags): Promise<Plan> {
  if (flags.method !== undefined && flags.plan !== undefined)
    fail('usage', '--method and --plan exclude each other', 'Give one of them.')
  return flags.plan === undefined ? planOf(method, flags.method, flags) : readPlan(flags.plan)
}

async function runOn(
  attack: Attack,
  method: Method | undefined,
  [, target, ...more]: readonly string[],
  flags: Flags,
): Promise<void> {
  if (target === undefined || more.length > 0)
    fail('usage', 'one release is needed', `Write lethe attack ${attack.name} DIR.`)
  const byPlan = flags.method !== undefined || flags.plan !== undefined
  const result = await withResources(flags, async (resources) =>
    attackRelease(attack.name, target, {
      params: paramsIn(attack, flags),
      ...(flags.reference === undefined ? {} : { reference: [flags.reference] }),
      ...(flags.against === undefined ? {} : { against: [flags.against] }),
      ...defined({ other: flags.other, truth: flags.truth, out: flags.out, seed: flags.seed, own: flags.with }),
      ...(byPlan ? { plan: await planIn(method, flags), shows: shownColumns(flags) } : {}),
      input: inputOptions(flags),
      ...resources,
    }),
  )
  if (flags.json) printJson(result)
  else print(...wrapped(byWhom(attack, result.cost)), ...(attack.text?.(result) ?? figureLines(result)))
}

/** A figure without its attacker says nothing. */
function byWhom({ name, attacker }: Attack, cost: unknown): string {
  const { n, unit } = (cost ?? {}) as { readonly n?: number; readonly unit?: string }
  const paid = n === undefined ? '' : ` (${figureText(n)} ${unit})`
  return `${name}, by the ${attacker}, who ${ATTACKERS[attacker].has}${paid}`
}

/** What was given of the parameters of an attack or a trial. */
function paramsIn({ params }: Pick<Attack | Trial, 'params'>, flags: Flags): Readonly<Record<string, unknown>> {
  return defined(Object.fromEntries(Object.keys(params).map((key) => [key, flags[key]])))
}

async function runTrial(
  trial: Trial | undefined,
  method: Method | undefined,
  [name, ...logs]: readonly string[],
  flags: Flags,
): Promise<void> {
  if (trial === undefined) {
    const [named] = operands(name === undefined ? [] : [name, ...logs])
    if (named !== undefined) noSuch('attack', named, NAMES())
    fail('usage', 'no attack was named', `There are ${NAMES().join(', ')}; lethe attacks says what they do.`)
  }
  const { outFormat: format, key: keyFile, ephemeralKey, seed } = flags
  const plan = await planIn(method, flags)
  const result = await withResources(flags, (resources) =>
    tryPlan(trial.name, logs, {
      plan,
      params: paramsIn(trial, flags),
      shows: shownColumns(flags),
      ...defined({ format, keyFile, ephemeralKey, seed }),
      input: inputOptions(flags),
      ...resources,
    }),
  )
  if (flags.json) printJson(result)
  else print(...(trial.text?.(result) ?? figureLines(result)))
  process.exitCode = trial.holds(result) ? 0 : 1
}
