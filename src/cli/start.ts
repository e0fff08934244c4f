import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { guess } from '../base/guess.js'
import { VERSION } from '../base/package-root.js'
import { sweepRuns } from '../base/runs.js'
import { exitStatus, report, withoutSecrets } from './errors.js'
import { commandOf, isVerb, VERBS } from './verbs.js'

async function main(asked: readonly string[]): Promise<void> {
  const words = asWords(asked)
  const [verb] = words
  if (verb !== undefined && !verb.startsWith('-') && !isVerb(verb))
    fail(
      'usage',
      `there is no verb '${verb.slice(0, 40)}'`,
      `${guess(verb, Object.keys(VERBS))}lethe --help lists them.`,
    )
  const program = new Command('lethe')
    .description('Lethe releases search logs without releasing the searchers.')
    .version(VERSION, '--version')
    .showHelpAfterError('(lethe --help lists the verbs)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Start with:
  lethe demo                                    the story in a minute
  lethe workbench [LOG]                         the same and more in your browser
  lethe inspect LOG                             look at a log
  lethe release rare-queries LOG --k 10 -o DIR  make a first release
  lethe verify DIR                              check what it promises

Each verb explains itself: lethe VERB --help`,
    )
  for (const [name, description] of Object.entries(VERBS)) {
    if (name !== verb) program.command(name).description(description).allowUnknownOption().helpOption(false)
  }
  if (verb !== undefined && isVerb(verb)) {
    if (verb !== 'doctor' && verb !== 'workbench') sweepRuns() // which tell of what they find
    program.addCommand(quiet((await commandOf(verb, words.slice(1))).exitOverride()))
  }
  await program.parseAsync(['node', 'lethe', ...words])
}

/** `help VERB` asks what `VERB --help` does: a verb's help is known only once it is loaded. */
function asWords([verb, ...rest]: readonly string[]): readonly string[] {
  if (verb === undefined) return []
  return verb === 'help' ? [...rest.filter((word) => word !== 'help'), '--help'] : [verb, ...rest]
}

/** Has a command say what is wrong with its words without what must not be told of them. */
function quiet(command: Command): Command {
  const writeErr = (text: string) => void process.stderr.write(withoutSecrets(text))
  for (const under of command.commands) quiet(under)
  return command.configureOutput({ writeErr })
}

// Whoever reads our output may stop reading (head, less): no reason to complain.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
// Nobody who listens to progress is no reason to end the work.
process.stderr.on('error', () => {})

const verbose = process.argv.includes('--verbose')

// What nobody caught would be printed with its message, which may quote the log.
process.on('uncaughtException', (error) => {
  report(error, verbose)
  process.exit(exitStatus(error))
})

main(process.argv.slice(2)).catch((error: unknown) => {
  report(error, verbose)
  process.exitCode = exitStatus(error)
})
