import { Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { KINDS, type Kind, LOCALE_CODES, scan, scanText } from '../index.js'
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
  readonly kinds?: Kind[]
  readonly threshold?: number
  readonly famous?: 'list' | 'log'
  readonly rows?: string
  readonly locale?: string
  readonly show?: boolean
  readonly showTo?: string
}

const verb: Verb = {
  command: async () =>
    withEngine(withInputFlags(withCommonFlags(new Command('scan'))))
      .description(
        'Identifying data in a log: phone and card numbers, addresses, names and the like. Says where it stands, never what it says.',
      )
      .argument('[log...]', LOGS)
      .option('--kinds <list>', `kinds to look for (default: all of ${KINDS.join(',')})`, kindList)
      .option('--threshold <confidence>', 'least confidence that counts, 0 to 1 (default: 0.5)', confidence)
      .addOption(
        new Option(
          '--famous <how>',
          'tell famous names apart by a public list, or by their frequency in the log too (default: list)',
        ).choices(['list', 'log']),
      )
      .option(
        '--locale <list>',
        `languages and countries to look for, with commas: ${LOCALE_CODES.join(',')} (default: guessed from the log, en where it does not tell)`,
      )
      .option('--show', 'print what was found, to a terminal alone')
      .option(
        '--show-to <file>',
        'write what was found to a new file that nobody else can read (mode 0600), as kind<TAB>text',
      )
      .option('--rows <file>', 'write all row numbers to a file, as kind<TAB>row')
      .addHelpText('after', '\nTo take it out: lethe release scrub, or scrub as the first step of a plan.')
      .action(async (logs: string[], flags: Flags) => {
        const { kinds, threshold, famous, rows, locale, showTo } = flags
        if (flags.show) checkTerminal()
        const show = flags.show ? print : undefined
        const result = await withResources(flags, (resources) =>
          scan(logs, {
            ...defined({ kinds, threshold, famous, rowsFile: rows, locale, showTo, show }),
            input: inputOptions(flags),
            ...resources,
          }),
        )
        if (flags.json) printJson(result)
        else print(scanText(result))
      }),
}
export default verb

/** What was found is shown to the custodian alone: a pipe or a file may go anywhere. */
function checkTerminal(): void {
  if (!process.stdout.isTTY)
    fail(
      'refused',
      '--show prints what identifies people, and standard output is no terminal',
      'Give --show-to FILE, which nobody else can read.',
    )
}

function kindList(text: string): Kind[] {
  const kinds = text.split(',').map((kind) => kind.trim())
  const unknown = kinds.find((kind) => !(KINDS as readonly string[]).includes(kind))
  if (unknown !== undefined) throw new InvalidArgumentError(`there are ${KINDS.join(', ')}`)
  return kinds as Kind[]
}

function confidence(text: string): number {
  const value = Number(text)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('a number from 0 to 1 is needed')
  return value
}
