import { Command } from 'commander'
import { profileNames, readPlan } from '../index.js'
import { print, printJson } from './common.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    new Command('profiles')
      .description(
        "Regulators' rules as plans: use one with lethe release --plan NAME, or demand it with lethe verify --expect NAME.",
      )
      .option('--json', 'one JSON document on standard output')
      .action(async (flags: { json?: boolean }) => {
        const plans = await Promise.all(profileNames().map(readPlan))
        if (flags.json) printJson(plans)
        else
          for (const { name, source, date, notes = [] } of plans)
            print(`${name} (${date})`, `  ${source}`, ...notes.map((note) => `  - ${note}`), '')
      }),
}
export default verb
