import { Command } from 'commander'
import { inspect, inspectionText } from '../index.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  LOGS,
  print,
  printJson,
  withCommonFlags,
  withEngine,
  withInputFlags,
  withResources,
} from './common.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    withEngine(withInputFlags(withCommonFlags(new Command('inspect'))))
      .description(
        'What is in a log: rows, persons, distinct queries, how unique they are, and what a threshold would keep.',
      )
      .argument('[log...]', LOGS)
      .addHelpText(
        'after',
        '\nExamples:\n  lethe inspect user-ct-test-collection-*.txt.gz\n  lethe inspect shop.csv --columns user=customer,query=search_term,time=at',
      )
      .action(async (logs: string[], flags: CommonFlags & InputFlags) => {
        const result = await withResources(flags, (resources) =>
          inspect(logs, { input: inputOptions(flags), ...resources }),
        )
        if (flags.json) printJson(result)
        else print(inspectionText(result))
      }),
}
export default verb
