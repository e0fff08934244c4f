import { Command } from 'commander'
import { loadTrials } from '../trials/index.js'
import { print, printJson } from './common.js'
import type { Verb } from './main.js'

const verb: Verb = {
  command: async () =>
    new Command('attacks')
      .description('The attacks, which look at a release, and the trials, which make releases to look at.')
      .option('--json', 'one JSON document on standard output')
      .action(async (flags: { json?: boolean }) => {
        const trials = (await loadTrials()).map(({ name, summary }) => ({ name, kind: 'trial', summary }))
        if (flags.json) printJson(trials)
        else for (const { name, kind, summary } of trials) print(`${name} (${kind})`, `  ${summary}`)
      }),
}
export default verb
