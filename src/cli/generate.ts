import { Command, Option } from 'commander'
import { defined } from '../base/defined.js'
import {
  figureText,
  GENERATED_FORMATS,
  GENERATED_PROFILES,
  type GeneratedFormat,
  type GeneratedProfile,
  generate,
} from '../index.js'
import { type CommonFlags, print, printJson, whole, withCommonFlags, withResources } from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags {
  readonly users: number
  readonly out: string
  readonly seed: number
  readonly days?: number
  readonly world?: string
  readonly samePeople?: number | true
  readonly profile?: GeneratedProfile
  readonly start?: string
  readonly truth?: string
  readonly outFormat?: GeneratedFormat
  readonly force?: boolean
}

const verb: Verb = {
  command: async () =>
    withCommonFlags(new Command('generate'))
      .description(
        'A made-up log that behaves like a real one, with a known truth. Same arguments, same bytes. Figures made on it are simulated.',
      )
      .requiredOption('--users <n>', 'people in the log', whole(1))
      .requiredOption(
        '-o, --out <file>',
        'file to make; .csv, .ndjson and .parquet by their ending, else as AOL published',
      )
      .option('--seed <n>', 'which people', whole(0), 1)
      .option('--days <n>', 'length in days (default: 92; site-search: 7)', whole(1))
      .option(
        '--world <name>',
        'what all people share: web-1, web-2, or a JSON file of its parameters (default: web-1)',
      )
      .option('--same-people [n]', 'the next stretch of days of the same people, or the nth', whole(1))
      .addOption(
        new Option(
          '--profile <name>',
          'kind of search box; clicks: a click a row; chat: prompts to an assistant (default: web)',
        ).choices(Object.keys(GENERATED_PROFILES)),
      )
      .option('--start <date>', 'first day (default: 2006-03-01)')
      .option('--truth <file>', 'who is who, and which rows identify whom (NDJSON)')
      .addOption(new Option('--out-format <name>', 'format of the log').choices([...GENERATED_FORMATS]))
      .option('--force', 'replace an existing file')
      .action(async (flags: Flags) => {
        const { users, seed, days, world, profile, start } = flags
        const samePeople = flags.samePeople === true ? 1 : flags.samePeople
        const target = {
          out: flags.out,
          ...defined({ format: flags.outFormat, truth: flags.truth, force: flags.force }),
        }
        const written = await withResources(flags, (resources) =>
          generate({ users, seed, ...defined({ days, world, profile, start, samePeople }), ...target, ...resources }),
        )
        if (flags.json) printJson({ file: flags.out, ...written })
        else print(`${flags.out}: ${figureText(written.rows)} rows of ${figureText(written.users)} people, all made up`)
      }),
}
export default verb
