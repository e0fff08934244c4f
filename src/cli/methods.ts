import { Command } from 'commander'
import { flagOf } from '../base/params.js'
import { loadMethods } from '../methods/index.js'
import { print, printJson } from './common.js'
import type { Verb } from './main.js'

const verb: Verb = {
  command: async () =>
    new Command('methods')
      .description('The methods: what they do, their parameters and their sources.')
      .option('--json', 'one JSON document on standard output')
      .action(async (flags: { json?: boolean }) => {
        const methods = await loadMethods()
        if (flags.json) {
          printJson(
            methods.map(({ name, summary, paper, params, attacks }) => ({ name, summary, paper, params, attacks })),
          )
          return
        }
        for (const { name, summary, paper, params, attacks } of methods) {
          print(name, `  ${summary}`, `  source: ${paper.title} [${paper.key}]`, `  attacks: ${attacks.join(', ')}`)
          print(...Object.entries(params).map(([key, param]) => `  ${flagOf(key).padEnd(14)} ${param.help}`), '')
        }
      }),
}
export default verb
