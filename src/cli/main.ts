#!/usr/bin/env node
import { Command } from 'commander'
import { VERSION } from '../base/package-root.js'
import { sweepRuns } from '../base/runs.js'
import { exitStatus, report } from './errors.js'

/** The verbs: each lives in a file of its own, loaded when it is called. */
const VERBS: Readonly<Record<string, string>> = {
  demo: 'the whole story on a small log, with a report to look at',
  inspect: 'what is in a log: rows, persons, queries, how unique they are',
  scan: 'identifying data in a log: where it stands, never what it says',
  release: 'make a release with one method, or with a plan of several steps',
  verify: 'check the claim of a release, or a claim about other data',
  attack: 'attack a release, or try a method on planted secrets (canaries)',
  measure: 'what privacy and what use a release leaves',
  compare: 'many methods and settings on one log, attacked and measured, with a report',
  recommend: 'from what you can accept and need to settings, with the reasons',
  report: 'check, attack and measure a release, and write one page',
  generate: 'a made-up log with a known truth, behaving like a real one',
  ledger: 'what has been spent on a population, and its budget',
  keygen: 'make a key for tags and shares',
  encode: 'share queries as they come: rows from standard input to standard output',
  decode: 'open what can be opened of shared queries, without a key',
  'oprf-server': 'the other party of the scheme oblivious: it holds half of the key and sees no query',
  simulate: 'many peers in one process: how well they hide each other',
  peer: 'a search box that hides you among your friends, and them behind you',
  methods: 'the methods, with their parameters, sources and guarantees',
  attacks: 'the attacks and trials',
  measures: 'the measures',
  doctor: 'what killed runs left behind, found and mended',
  profiles: "regulators' rules, as plans ready to use",
}

/** A verb: given its words, it builds its command. Words are known before, so that flags can come from a method's parameters. */
export interface Verb {
  readonly command: (words: readonly string[]) => Promise<Command>
}

async function main(words: readonly string[]): Promise<void> {
  const [verb] = words
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
  lethe inspect LOG                             look at a log
  lethe release rare-queries LOG --k 10 -o DIR  make a first release
  lethe verify DIR                              check what it promises

Each verb explains itself: lethe VERB --help`,
    )
  for (const [name, description] of Object.entries(VERBS)) {
    if (name !== verb) program.command(name).description(description).allowUnknownOption().helpOption(false)
  }
  if (verb !== undefined && verb in VERBS) {
    if (verb !== 'doctor') sweepRuns() // which tells of what it finds
    const { command } = ((await import(`./${verb}.js`)) as { readonly default: Verb }).default
    program.addCommand((await command(words.slice(1))).exitOverride())
  }
  await program.parseAsync(['node', 'lethe', ...words])
}

// Whoever reads our output may stop reading (head, less): no reason to complain.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))

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
