import { statSync } from 'node:fs'
import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { loadMeasures } from '../measures/index.js'
import { figureLines } from '../report/figures.js'
import { measure } from '../run/measure.js'
import {
  type CommonFlags,
  defined,
  type InputFlags,
  inputOptions,
  print,
  printJson,
  whole,
  withCommonFlags,
  withInputFlags,
  withResources,
} from './common.js'
import type { Verb } from './main.js'
import { withParamFlags } from './method-flags.js'

interface Flags extends CommonFlags, InputFlags {
  readonly only?: string
  readonly truth?: string
  readonly seed?: number
  readonly [param: string]: unknown
}

const verb: Verb = {
  async command() {
    const measures = await loadMeasures()
    const command = new Command('measure')
      .description('Measure a release against its original: what privacy and what use are left.')
      .usage('LOG... DIR [options]')
      .argument('[words...]', 'the log, and the folder of the release')
      .optionsGroup('What to measure:')
      .option('--only <list>', 'measures to take, with commas (default: all that apply; lethe measures lists them)')
      .option('--truth <path>', 'who became whom (default: the private folder beside DIR, if it has it)')
      .option('--seed <n>', 'start of measures that draw samples (default: 1)', whole(0))
      .addHelpText(
        'after',
        `
Examples:
  lethe measure log.tsv release
  lethe measure log.tsv release --only kept,pel --json`,
      )
    command.optionsGroup('Parameters of measures:')
    withParamFlags(command, Object.assign({}, ...measures.map((one) => one.params)))
    return withCommonFlags(withInputFlags(command)).action(async (words: string[], flags: Flags) => {
      const dir = words.at(-1)
      if (words.length < 2 || dir === undefined)
        fail('usage', 'a log and a release are needed', 'Write lethe measure LOG DIR.')
      const foreign = statSync(dir, { throwIfNoEntry: false })?.isFile() ?? false
      const known = new Set(measures.flatMap((one) => Object.keys(one.params)))
      const { measures: taken, leftOut } = await withResources(flags, (resources) =>
        measure(
          words.slice(0, -1),
          dir,
          {
            ...defined({ truth: flags.truth, seed: flags.seed }),
            ...(flags.only === undefined ? {} : { only: flags.only.split(',').map((name) => name.trim()) }),
            // Of data that somebody else released, --columns and its like describe the released file.
            ...(foreign ? { releasedInput: inputOptions(flags) } : {}),
            params: defined(Object.fromEntries(Object.entries(flags).filter(([key]) => known.has(key)))),
          },
          foreign ? {} : inputOptions(flags),
          resources,
        ),
      )
      if (flags.json) {
        printJson(taken)
        return
      }
      for (const one of measures.filter(({ name }) => name in taken)) {
        const figures = taken[one.name] ?? {}
        print(`${one.name} (${one.side}): ${one.summary}`, ...(one.text?.(figures) ?? figureLines(figures, '  ')), '')
      }
      print(...Object.entries(leftOut).map(([name, why]) => `left out: ${name}, since ${why}`))
    })
  },
}
export default verb
