import { Command } from 'commander'
import { flagOf } from '../base/params.js'
import { loadMeasures } from '../measures/index.js'
import { print, printJson } from './common.js'
import type { Verb } from './main.js'

const verb: Verb = {
  command: async () =>
    new Command('measures')
      .description('The measures of the privacy and the use that a release leaves.')
      .option('--json', 'one JSON document on standard output')
      .action(async (flags: { json?: boolean }) => {
        const measures = await loadMeasures()
        if (flags.json) {
          printJson(measures.map(({ name, side, summary, paper, params }) => ({ name, side, summary, paper, params })))
          return
        }
        for (const { name, side, summary, paper, params } of measures) {
          print(`${name} (${side})`, `  ${summary}`, `  source: ${paper.title} [${paper.key}]`)
          print(...Object.entries(params).map(([key, param]) => `  ${flagOf(key).padEnd(14)} ${param.help}`), '')
        }
      }),
}
export default verb
