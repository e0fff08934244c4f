import { Command } from 'commander'
import { fail } from '../errors.js'
import { loadMethod, methodNames } from '../methods/index.js'
import type { Method } from '../methods/method.js'
import { readPlan } from '../plans/plan.js'
import { canariesText } from '../report/canaries.js'
import { canaries } from '../run/canaries.js'
import { trialNames } from '../trials/index.js'
import {
  type CommonFlags,
  defined,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  type ReleaseFlags,
  shownColumns,
  withCommonFlags,
  withInputFlags,
  withReleaseFlags,
  withResources,
} from './common.js'
import type { Verb } from './main.js'
import { planOf, withMethodFlags } from './method-flags.js'

interface Flags extends CommonFlags, InputFlags, ReleaseFlags {
  readonly method?: string
  readonly plan?: string
  readonly [param: string]: unknown
}

const verb: Verb = {
  async command(words) {
    const method = await methodIn(words)
    const command = withMethodFlags(new Command('attack'), method)
      .description(
        'Try a method on a log: canaries plants persons with made-up secrets in a private copy, makes releases of it, and searches everything that comes out for them.',
      )
      .usage(
        'canaries LOG... --method METHOD [parameters] [options]\n       lethe attack canaries LOG... --plan FILE [options]',
      )
      .argument('[words...]', 'the attack or trial, and the log')
      .optionsGroup('The method to try:')
      .option('--method <name>', `the method to try: ${methodNames().join(', ')}`)
      .option('--plan <file>', 'a plan (JSON or YAML) or a profile instead of a method')
      .addHelpText(
        'after',
        `
Exit status: 0 nothing came out that the guarantee forbids, 1 something did, 2 the trial could not be made.

Examples:
  lethe attack canaries log.tsv --method rare-queries --k 5
  lethe attack canaries log.tsv --plan google-eu`,
      )
    return withCommonFlags(withInputFlags(withReleaseFlags(command))).action(async (rest: string[], flags: Flags) =>
      run(method, rest, flags),
    )
  },
}
export default verb

/** The method behind --method, so that its parameters can be flags. */
async function methodIn(words: readonly string[]): Promise<Method | undefined> {
  const at = words.findIndex((word) => word === '--method' || word.startsWith('--method='))
  const name = words[at]?.includes('=') ? words[at].slice('--method='.length) : words[at + 1]
  return at !== -1 && name !== undefined && methodNames().includes(name) ? loadMethod(name) : undefined
}

async function run(method: Method | undefined, [attack, ...logs]: readonly string[], flags: Flags): Promise<void> {
  if (attack === undefined || !trialNames().includes(attack))
    fail(
      'usage',
      attack === undefined ? 'no attack was named' : `there is no attack '${attack.slice(0, 40)}'`,
      `There are ${trialNames().join(', ')}; lethe attacks says what they do.`,
    )
  if (flags.method !== undefined && flags.plan !== undefined)
    fail('usage', '--method and --plan exclude each other', 'Give one of them.')
  const plan = flags.plan === undefined ? planOf(method, flags.method, flags) : await readPlan(flags.plan)
  const { outFormat: format, key: keyFile, ephemeralKey, seed } = flags
  const result = await withResources(flags, (resources) =>
    canaries(
      logs,
      { plan, shows: shownColumns(flags), ...defined({ format, keyFile, ephemeralKey, seed }) },
      inputOptions(flags),
      resources,
    ),
  )
  if (flags.json) printJson(result)
  else print(canariesText(result))
  process.exitCode = result.scored.found === 0 ? 0 : 1
}
