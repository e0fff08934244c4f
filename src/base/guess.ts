import { editDistance } from './edit-distance.js'

/** "Did you mean NAME? ", to stand before what is said of a name that is none; nothing where no name is near. */
export function guess(word: string, names: readonly string[]): string {
  const name = nearest(word.toLowerCase(), names)
  return name === undefined ? '' : `Did you mean ${name}? `
}

/** The name that a word begins, or the one that takes the fewest changes, as long as most of the word stays. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const begun = names.filter((name) => word.length > 2 && name.startsWith(word))
  if (begun.length === 1) return begun[0]
  const most = Math.min(3, Math.floor(word.length / 2))
  const near = names.map((name) => ({ name, changes: editDistance(word, name) }))
  return near.filter(({ changes }) => changes <= most).sort((a, b) => a.changes - b.changes)[0]?.name
}
