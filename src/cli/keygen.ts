import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { keygen } from '../index.js'
import { print, printJson } from './common.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly out: string
  readonly from?: string
  readonly epoch?: string
  readonly json?: boolean
}

const verb: Verb = {
  command: async () =>
    new Command('keygen')
      .description(
        'Make a 256-bit key, in a file that only you can read. Whoever has it can test guesses against tags: keep it, or lose it on purpose.\nWith --from and --epoch: the key of one epoch, for the machine that encodes, so that the key itself can stay in a safe.',
      )
      .requiredOption('-o, --out <file>', 'file to make; an existing one is left alone')
      .option('--from <file>', 'the key from which to take that of one epoch')
      .option('--epoch <name>', 'the epoch: 2006-03 for a month, 2006 for a year, else its first day')
      .option('--json', 'one JSON document on standard output')
      .action(async (flags: Flags) => {
        const { id } = await keygen(flags.out, defined({ from: flags.from, epoch: flags.epoch }))
        const epoch = flags.epoch === undefined ? {} : { epoch: flags.epoch }
        if (flags.json) printJson({ file: flags.out, id, ...epoch })
        else print(`key ${id}${flags.epoch === undefined ? '' : ` of the epoch ${flags.epoch}`} is in ${flags.out}`)
      }),
}
export default verb
