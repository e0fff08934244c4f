import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { diff, diffText } from '../index.js'
import { type CommonFlags, print, printJson, whole, withCommonFlags, withResources } from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags {
  readonly top?: number
}

const verb: Verb = {
  command: async () =>
    withCommonFlags(
      new Command('diff')
        .description(
          'Two releases of the same people beside each other: what came, went and changed, as whoever has both sees it. No log is read.',
        )
        .usage('EARLIER LATER [options]')
        .argument('[release...]', 'the folders of the two releases, the earlier one first')
        .option('--top <n>', 'list so many of the largest texts that came, went and changed (default: none)', whole(0)),
    )
      .addHelpText(
        'after',
        `
Pseudonyms and tags that stand in both are counted: they join the two. How many of the texts that came point at one person says
lethe attack difference-releases LATER --other EARLIER.

Examples:
  lethe diff may june
  lethe diff may june --top 10 --json`,
      )
      .action(async (words: string[], flags: Flags) => {
        const [earlier, later, ...more] = words
        if (earlier === undefined || later === undefined || more.length > 0)
          fail('usage', 'two releases are needed', 'Write lethe diff EARLIER LATER.')
        const result = await withResources(flags, (resources) =>
          diff(earlier, later, { ...defined({ top: flags.top }), ...resources }),
        )
        if (flags.json) printJson(result)
        else print(diffText(result))
      }),
}
export default verb
