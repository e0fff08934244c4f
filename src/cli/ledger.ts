import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { type LedgerResult, ledger, ledgerText, setBudget } from '../index.js'
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
      .argument('[words...]', 'a population to show with all its entries, or: set NAME')
      .option('--ledger <dir>', "where ledgers are kept (default: LETHE_LEDGER, else the user's folder for state)")
      .option('--epsilon <n>', 'with set: what may be spent over the lifetime of the population')
      .option('--delta <n>', 'with set: the delta at which that is reckoned')
      .option('--json', 'one JSON document on standard output')
      .action((words: string[], flags: Flags) => run(words, flags)),
}
export default verb

async function run(words: readonly string[], flags: Flags): Promise<void> {
  if (words[0] === 'set') {
    const [, name, ...rest] = words
    if (name === undefined || rest.length > 0)
      fail('usage', 'lethe ledger set needs one population', 'Write lethe ledger set NAME --epsilon E --delta D.')
    const budget = { epsilon: amount(flags.epsilon), delta: amount(flags.delta) }
    show(await setBudget(name, budget, defined({ ledger: flags.ledger })), flags)
    return
  }
  if (flags.epsilon !== undefined || flags.delta !== undefined)
    fail('usage', '--epsilon and --delta set a budget', 'Write lethe ledger set NAME --epsilon E --delta D.')
  if (words.length > 1) fail('usage', 'one population at a time can be shown', 'Name one, or none for all.')
  show(await ledger(defined({ ledger: flags.ledger, population: words[0] })), flags)
}

function show(result: LedgerResult, flags: Flags): void {
  if (flags.json) printJson(result)
  else print(ledgerText(result.ledger, result.populations, result.entries))
}

function amount(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}
