import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { setBudget, standing } from '../ledger/account.js'
import { ledgerDir, openBook, populations } from '../ledger/ledger.js'
import { ledgerText } from '../report/ledger.js'
import { print, printJson } from './common.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly ledger?: string
  readonly epsilon?: string
  readonly delta?: string
  readonly json?: boolean
}

const verb: Verb = {
  command: async () =>
    new Command('ledger')
      .description(
        'What has been spent on each population, and what it may spend. Entries are made by lethe release and never taken back.',
      )
      .usage('[NAME] [options]\n       lethe ledger set NAME --epsilon E --delta D')
      .argument('[words...]', 'a population to show, or: set NAME')
      .option('--ledger <dir>', "where ledgers are kept (default: LETHE_LEDGER, else the user's folder for state)")
      .option('--epsilon <n>', 'with set: what may be spent over the lifetime of the population')
      .option('--delta <n>', 'with set: the delta at which that is reckoned')
      .option('--json', 'one JSON document on standard output')
      .action((words: string[], flags: Flags) => run(words, flags)),
}
export default verb

function run(words: readonly string[], flags: Flags): void {
  const dir = ledgerDir(flags.ledger)
  if (words[0] === 'set') {
    const [, name, ...rest] = words
    if (name === undefined || rest.length > 0)
      fail('usage', 'lethe ledger set needs one population', 'Write lethe ledger set NAME --epsilon E --delta D.')
    const budget = { epsilon: amount(flags.epsilon, '--epsilon', 1000), delta: amount(flags.delta, '--delta', 0.1) }
    show(dir, [setBudget(openBook(dir, name), budget)], flags)
    return
  }
  if (flags.epsilon !== undefined || flags.delta !== undefined)
    fail('usage', '--epsilon and --delta set a budget', 'Write lethe ledger set NAME --epsilon E --delta D.')
  if (words.length > 1) fail('usage', 'one population at a time can be shown', 'Name one, or none for all.')
  const known = populations(dir)
  const [name] = words
  if (name !== undefined && !known.includes(name))
    fail(
      'input',
      `the ledger has no population '${name.slice(0, 80)}'`,
      known.length > 0 ? `It has ${known.join(', ')}.` : 'It is empty.',
    )
  show(
    dir,
    (name === undefined ? known : [name]).map((each) => standing(each, openBook(dir, each).entries())),
    flags,
  )
}

function show(dir: string, standings: readonly ReturnType<typeof standing>[], flags: Flags): void {
  if (flags.json) printJson({ ledger: dir, populations: standings })
  else print(ledgerText(dir, standings))
}

function amount(text: string | undefined, flag: string, below: number): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  if (!(value > 0 && value < below))
    fail(
      'usage',
      `a budget needs ${flag}, a number between 0 and ${below}`,
      'It is for the lifetime of the population.',
    )
  return value
}
