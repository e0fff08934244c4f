import { VERBS } from '../verbs.js'
import { quoted } from './posix.js'
import type { Flag, Place } from './table.js'

/** Fish: a line for each word and flag, with what it is about. */
export function fish(places: readonly Place[]): string {
  const verbs = Object.entries(VERBS).map(
    ([verb, about]) => `complete -c lethe -n __fish_use_subcommand -a ${verb} -d ${quoted(about)}`,
  )
  return `# lethe in fish. Save it:  lethe completion fish > ~/.config/fish/completions/lethe.fish
${[...verbs, ...places.flatMap(linesOf)].join('\n')}
`
}

function linesOf({ verb, given, flags, words }: Place): string[] {
  const seen = (word: string) => `__fish_seen_subcommand_from ${word}`
  const when = quoted(given === undefined ? seen(verb) : `${seen(verb)}; and ${seen(given)}`)
  const offered = words.length === 0 ? [] : [`complete -c lethe -n ${when} -a ${quoted(words.join(' '))}`]
  return [...offered, ...flags.map((flag) => `complete -c lethe -n ${when} ${optionsOf(flag)}`)]
}

function optionsOf({ names, about, takesValue, values }: Flag): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  return [
    ...named,
    ...(takesValue ? ['-r'] : []),
    ...(values.length > 0 ? [`-a ${quoted(values.join(' '))}`] : []),
    `-d ${quoted(about)}`,
  ].join(' ')
}
