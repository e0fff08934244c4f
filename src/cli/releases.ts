import { Command } from 'commander'
import { releases, releasesText } from '../index.js'
import { type CommonFlags, print, printJson } from './common.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    new Command('releases')
      .description(
        'The releases that lie in a folder, the newest first: what each promises, who signed it off, and why.',
      )
      .argument('[folder]', 'where to look, folders inside of it too', '.')
      .option('--json', 'one JSON document on standard output')
      .option('--verbose', 'more about errors')
      .action(async (folder: string, flags: CommonFlags) => {
        const found = await releases(folder)
        if (flags.json) printJson(found)
        else print(releasesText(found))
      }),
}
export default verb
