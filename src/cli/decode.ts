import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { decode, decodeText } from '../index.js'
import { type CommonFlags, print, printJson, withCommonFlags, withResources } from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags {
  readonly out?: string
  readonly with?: readonly string[]
  readonly rejected?: string
}

const verb: Verb = {
  command: async () =>
    withCommonFlags(
      new Command('decode')
        .description(
          'Open what can be opened of a secret-shares release (a folder) or of what lethe encode wrote (a file). Needs no key: t distinct shares of a query are the key.',
        )
        .argument('<inputs...>', 'release folders or encoded files; shares of all of them add up')
        .option(
          '-o, --out <file>',
          'file to write: all rows, with their query where it opened; its ending names the format (.tsv, .csv, .ndjson, .parquet)',
        )
        .option(
          '--with <inputs...>',
          'earlier folders or files whose shares help, and whose rows are not written again',
        )
        .option('--rejected <file>', 'write the shares and texts that were turned down, with the reason'),
    ).action(async (inputs: string[], flags: Flags) => {
      if (flags.out === undefined) fail('usage', 'no output file was named', 'Add -o FILE.')
      const options = { out: flags.out, ...defined({ with: flags.with, rejected: flags.rejected }) }
      const result = await withResources(flags, (resources) => decode(inputs, { ...options, ...resources }))
      if (flags.json) printJson(result)
      else print(...decodeText(result, options.out))
    }),
}
export default verb
