import type { Command, Option } from 'commander'
import { suggestions } from '../common.js'
import { commandOf, VERBS } from '../verbs.js'

/** A flag as a shell needs to know it. */
export interface Flag {
  /** `--out`, and `-o` where there is one. */
  readonly names: readonly string[]
  readonly about: string
  readonly takesValue: boolean
  /** The words that its value may be, where they are known; else it is a file or anything. */
  readonly values: readonly string[]
}

/** What can follow a verb: `given` are the words that bring further flags with them, such as a method. */
export interface Place {
  readonly verb: string
  readonly given?: string
  readonly flags: readonly Flag[]
  readonly words: readonly string[]
}

/** All places, found by asking the verbs for their commands: nothing here knows a flag. */
export async function places(): Promise<Place[]> {
  return (await Promise.all(Object.keys(VERBS).map(placesOf))).flat()
}

async function placesOf(verb: string): Promise<Place[]> {
  const command = await commandOf(verb, [])
  const base = placeOf(verb, command)
  const parts = command.commands.map((part) => ({ ...placeOf(verb, part), given: part.name() }))
  const known = new Set(base.flags.flatMap(({ names }) => names))
  // A name may bring parameters of its own, as an operand or as the value of a flag.
  const tries = [
    ...base.words.map((word) => ({ given: word, words: [word] })),
    ...base.flags.flatMap(({ names, values }) =>
      values.map((value) => ({ given: value, words: [String(names.at(-1)), value] })),
    ),
  ]
  const more = await Promise.all(
    tries.map(async ({ given, words }) => {
      const { flags } = placeOf(verb, await commandOf(verb, words))
      return { verb, given, words: [], flags: flags.filter(({ names }) => !names.some((name) => known.has(name))) }
    }),
  )
  return [base, ...parts, ...more.filter(({ flags }) => flags.length > 0)]
}

function placeOf(verb: string, command: Command): Place {
  const [first] = command.registeredArguments
  return {
    verb,
    flags: [...command.options.filter(({ hidden }) => !hidden).map(flag), HELP],
    words: [...command.commands.map((part) => part.name()), ...(first === undefined ? [] : suggestions(first))],
  }
}

const HELP: Flag = { names: ['--help'], about: 'what the verb does and takes', takesValue: false, values: [] }

function flag(option: Option): Flag {
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    about: option.description.split(/: |; | \(default/)[0] ?? '',
    takesValue: option.required || option.optional,
    values: suggestions(option),
  }
}
