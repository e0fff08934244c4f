import { Command } from 'commander'
import { doctor, type Leftover } from '../index.js'
import { print, printJson } from './common.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly look?: boolean
  readonly ledger?: string
  readonly json?: boolean
}

const verb: Verb = {
  command: async () =>
    new Command('doctor')
      .description(
        'Finds what runs that were killed left behind (temporary folders, half-written outputs, unfinished moves, drafts of the ledger), completes or undoes what was under way and removes the rest. Every other verb does so at its start, for what it knows of.',
      )
      .argument('[dir]', 'a folder to look into as well, for instance the one that holds your releases')
      .option('--look', 'only tell what there is')
      .option('--ledger <dir>', "where ledgers are kept (default: LETHE_LEDGER, else the user's folder for state)")
      .option('--json', 'one JSON document on standard output')
      .addHelpText('after', '\nExit status: 0 nothing wrong, or all mended; 1 something was found and is still there.')
      .action((dir: string | undefined, flags: Flags) => run(dir, flags)),
}
export default verb

async function run(dir: string | undefined, { look, ledger, json }: Flags): Promise<void> {
  const diagnosis = await doctor({
    ...(dir === undefined ? {} : { dir }),
    ...(look ? { look } : {}),
    ...(ledger === undefined ? {} : { ledger }),
  })
  if (json) printJson(diagnosis)
  else print(...(diagnosis.found.length === 0 ? [nothing(dir)] : diagnosis.found.map(line)))
  if (diagnosis.left) process.exitCode = 1
}

function nothing(dir: string | undefined): string {
  return dir === undefined
    ? 'Nothing was left behind.'
    : 'Nothing was left behind here. Folders inside it were not looked into: name them one by one.'
}

const SAID: Readonly<Record<Leftover['done'], string>> = {
  removed: 'removed',
  completed: 'completed: the release is in its place',
  undone: 'undone: what stood there before stands there again',
  found: 'is there (lethe doctor mends it)',
  stays:
    'could not be mended: it is of a run of another user or with another folder for state (LETHE_STATE), which can mend it; or its rights forbid it',
}

function line({ path, kind, done }: Leftover): string {
  return `${kind} ${path}: ${SAID[done]}`
}
