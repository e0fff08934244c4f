import { Command } from 'commander'
import { writeKeyFile } from '../crypto/key-file.js'
import { print, printJson } from './common.js'
import type { Verb } from './main.js'

const verb: Verb = {
  command: async () =>
    new Command('keygen')
      .description(
        'Make a 256-bit key, in a file that only you can read. Whoever has it can test guesses against tags: keep it, or lose it on purpose.',
      )
      .requiredOption('-o, --out <file>', 'file to make; an existing one is left alone')
      .option('--json', 'one JSON document on standard output')
      .action((flags: { out: string; json?: boolean }) => {
        const { id } = writeKeyFile(flags.out)
        if (flags.json) printJson({ file: flags.out, id })
        else print(`key ${id} is in ${flags.out}`)
      }),
}
export default verb
