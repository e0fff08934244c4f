import { statSync } from 'node:fs'
import { Command, Option } from 'commander'
import { isAddress } from '../base/address.js'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { wrapped } from '../base/format.js'
import { isInStorage } from '../base/storage/index.js'
import { figureLines, measures as loadMeasures, measure } from '../index.js'
import { type Against, releaseAgainst, withAgainst } from './against.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  suggesting,
  whole,
  withCommonFlags,
  withEngine,
  withInputFlags,
  withResources,
} from './common.js'
import { withParamFlags } from './method-flags.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags {
  readonly against?: readonly string[]
  readonly only?: string
  readonly truth?: string
  readonly seed?: number
  readonly [param: string]: unknown
}

const verb: Verb = {
  async command() {
    const measures = await loadMeasures()
    const command = withAgainst(
      new Command('measure').optionsGroup('What to measure:'),
      'the folder of the release, or a file with --columns',
      'the original log',
    )
      .description('Measure a release against its original: what privacy and what use are left.')
      .usage('RELEASE --against LOG... [options]')
      .addOption(
        suggesting(
          new Option('--only <list>', 'measures to take, with commas (default: all that apply)'),
          measures.map(({ name }) => name),
        ),
      )
      .option('--truth <path>', 'who became whom (default: the private folder beside RELEASE, if it has it)')
      .option('--seed <n>', 'start of measures that draw samples (default: 1)', whole(0))
      .addHelpText(
        'after',
        `
Examples:
  lethe measure release --against log.tsv
  lethe measure release --against log.tsv --only kept,pel --json

lethe measure LOG... RELEASE, as it was written before, means the same.`,
      )
    command.optionsGroup('Parameters of measures:')
    withParamFlags(command, Object.assign({}, ...measures.map((one) => one.params)))
    return withEngine(withCommonFlags(withInputFlags(command))).action(async (words: string[], flags: Flags) => {
      const { release, logs } = releaseAgainst('measure', words, flags.against, logsFirst)
      if (logs === undefined)
        fail('usage', 'a log and a release are needed', 'Write lethe measure RELEASE --against LOG.')
      const foreign =
        (isAddress(release) && !isInStorage(release)) ||
        (statSync(release, { throwIfNoEntry: false })?.isFile() ?? false)
      const known = new Set(measures.flatMap((one) => Object.keys(one.params)))
      const { measures: taken, leftOut } = await withResources(flags, (resources) =>
        measure(logs, release, {
          ...defined({ truth: flags.truth, seed: flags.seed }),
          ...(flags.only === undefined ? {} : { only: flags.only.split(',').map((name) => name.trim()) }),
          // Of data that somebody else released, --columns and its like describe the released file.
          ...(foreign ? { releasedInput: inputOptions(flags) } : { input: inputOptions(flags) }),
          params: defined(Object.fromEntries(Object.entries(flags).filter(([key]) => known.has(key)))),
          ...resources,
        }),
      )
      if (flags.json) {
        printJson(taken)
        return
      }
      for (const one of measures.filter(({ name }) => name in taken)) {
        const figures = taken[one.name] ?? {}
        const heading = wrapped(one.summary, `${one.name} (${one.side}): `)
        print(...heading, ...(one.text?.(figures) ?? figureLines(figures, '  ')), '')
      }
      print(...Object.entries(leftOut).map(([name, why]) => `left out: ${name}, since ${why}`))
    })
  },
}
export default verb

/** LOG... RELEASE: the older way to write it. */
function logsFirst(words: readonly string[]): Against | undefined {
  const release = words.at(-1)
  return words.length < 2 || release === undefined ? undefined : { release, logs: words.slice(0, -1) }
}
