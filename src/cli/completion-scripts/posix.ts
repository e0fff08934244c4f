import { VERBS } from '../verbs.js'
import type { Place } from './table.js'

/**
 * Functions that bash and zsh share, each a case over what stands on the line: `_lethe_flags VERB` and `_lethe_flags 'VERB WORD'`,
 * `_lethe_words VERB`, and `_lethe_values 'VERB FLAG'`, which fails where the flag takes none.
 */
export function tables(places: readonly Place[]): string {
  const key = ({ verb, given }: Place) => (given === undefined ? verb : `${verb} ${given}`)
  const flags = places.map((place) => [key(place), place.flags.flatMap(({ names }) => names)] as const)
  const words = places.filter((place) => place.words.length > 0).map((place) => [key(place), place.words] as const)
  const values = places.flatMap(({ verb, flags }) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .flatMap(({ names, values }) => names.map((name) => [`${verb} ${name}`, values] as const)),
  )
  return [
    cases('_lethe_flags', flags),
    cases('_lethe_words', [...words, ['', Object.keys(VERBS)], ['help', Object.keys(VERBS)]]),
    cases('_lethe_values', values),
  ].join('\n')
}

/** One branch for all keys with the same words; the first of equal keys counts. */
function cases(name: string, entries: readonly (readonly [key: string, words: readonly string[]])[]): string {
  const byWords = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const [key, words] of entries) {
    if (seen.has(key)) continue
    seen.add(key)
    const said = words.join(' ')
    byWords.set(said, [...(byWords.get(said) ?? []), key])
  }
  const branches = [...byWords].map(([words, keys]) => `    ${keys.map(quoted).join('|')}) echo ${quoted(words)} ;;`)
  return [`${name}() {`, '  case "$1" in', ...branches, '    *) return 1 ;;', '  esac', '}', ''].join('\n')
}

/** A text in single quotes, as all three shells read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`
}
