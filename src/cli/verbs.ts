import type { Command } from 'commander'

/** The verbs: each lives in a file of its own, loaded when it is called. */
export const VERBS: Readonly<Record<string, string>> = {
  demo: 'the whole story on a small log, with a report to look at',
  preview: 'what is understood of a log, before anything is done with it',
  inspect: 'what is in a log: rows, persons, queries, how unique they are',
  scan: 'identifying data in a log: where it stands, never what it says',
  release: 'make a release with one method, or with a plan of several steps',
  verify: 'check the claim of a release, or a claim about other data',
  attack: 'attack a release, or try a method on planted secrets (canaries)',
  measure: 'what privacy and what use a release leaves',
  compare: 'many methods and settings on one log, attacked and measured, with a report',
  recommend: 'from what you can accept and need to settings, with the reasons',
  report: 'check, attack and measure a release, and write one page',
  diff: 'two releases beside each other: what came, went and changed',
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
  engine: 'what a Spark cluster can do for a run, asked before; and what killed runs left there',
  profiles: "regulators' rules, as plans ready to use",
  completion: 'a script that completes verbs, names and flags in your shell',
}

/** A verb: given its words, it builds its command. Words are known before, so that flags can come from a method's parameters. */
export interface Verb {
  readonly command: (words: readonly string[]) => Promise<Command>
}

/** Own entries alone: `toString` is no verb, though every object has it. */
export function isVerb(word: string): boolean {
  return Object.hasOwn(VERBS, word)
}

/** The command of a verb, as its words make it. */
export async function commandOf(verb: string, words: readonly string[]): Promise<Command> {
  const { command } = ((await import(/* @vite-ignore */ `./${verb}.js`)) as { readonly default: Verb }).default
  return command(words)
}
