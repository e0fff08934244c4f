import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { keyId, readKeyFile, writeKeyFile } from '../crypto/key-file.js'
import { epochKey } from '../shares/keys.js'
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
      .action((flags: Flags) => {
        const { id } = flags.from === undefined && flags.epoch === undefined ? writeKeyFile(flags.out) : ofEpoch(flags)
        const epoch = flags.epoch === undefined ? {} : { epoch: flags.epoch }
        if (flags.json) printJson({ file: flags.out, id, ...epoch })
        else print(`key ${id}${flags.epoch === undefined ? '' : ` of the epoch ${flags.epoch}`} is in ${flags.out}`)
      }),
}
export default verb

function ofEpoch({ out, from, epoch }: Flags): { readonly id: string } {
  if (from === undefined || epoch === undefined)
    fail('usage', '--from and --epoch go together', 'Write --from KEY --epoch 2006-03.')
  if (!/^\d{4}(-\d\d){0,2}$|^all$|^undated$/.test(epoch))
    fail(
      'usage',
      `'${epoch.slice(0, 20)}' names no epoch`,
      'Write 2006 for a year, 2006-03 for a month, else its first day.',
    )
  const key = epochKey(readKeyFile(from), epoch)
  writeKeyFile(out, { key, epoch })
  return { id: keyId(key) }
}
