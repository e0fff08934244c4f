import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { preview, previewText } from '../index.js'
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

interface Flags extends CommonFlags, InputFlags {
  readonly show?: boolean
  readonly write?: string
}

const verb: Verb = {
  command: async () =>
    withEngine(withInputFlags(withCommonFlags(new Command('preview'))))
      .description(
        'What Lethe understands of a log, before anything is done with it: which column became what and why, types, and what values look like.',
      )
      .argument('[log...]', LOGS)
      .option('--show', 'values as they are, on a terminal only (default: letters as x, digits as 9)')
      .option('--write <file>', 'write a configuration that reads the log so again, such as lethe.yaml')
      .addHelpText(
        'after',
        '\nExamples:\n  lethe preview access.log --unit ip\n  lethe preview prompts.jsonl --columns user=meta.account --write lethe.yaml',
      )
      .action(async (logs: string[], flags: Flags) => {
        const { show, write } = flags
        if (show && (!process.stdout.isTTY || flags.json))
          fail(
            'refused',
            '--show is for a terminal: what it prints would stand in a file',
            'Leave it out, or look at the log itself.',
          )
        const result = await withResources(flags, (resources) =>
          preview(logs, { ...defined({ show, write }), input: inputOptions(flags), ...resources }),
        )
        if (flags.json) printJson(result)
        else print(previewText(result))
      }),
}
export default verb
