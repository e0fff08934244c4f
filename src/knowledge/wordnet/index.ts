import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../base/package-root.js'
import { indexBuilder } from '../build-index.js'
import { knowledgeOf, TOP } from '../category-index.js'
import type { Knowledge } from '../shape.js'

const VERSION = '3.1'

/** The nouns of WordNet with their hypernyms: the knowledge base that comes with the package. `data/make-wordnet.ts` has the form of the file. */
export function openWordnet(): Knowledge {
  opened ??= read()
  return opened
}
let opened: Knowledge | undefined

function read(): Knowledge {
  const lines = readFileSync(join(PACKAGE_ROOT, 'wordnet', 'nouns.txt'), 'latin1').split('\n')
  const phrases = lines.indexOf('')
  const builder = indexBuilder()
  for (const line of lines.slice(0, phrases)) {
    const [parent, title] = line.split('\t')
    builder.category(parent === '-1' ? TOP : Number(parent), title!)
  }
  for (const line of lines.slice(phrases + 1, -1)) {
    const [phrase, senses] = line.split('\t')
    for (const [rank, category] of senses!.split(' ').entries())
      builder.label(phrase!, Number(category), Math.min(rank, 255))
  }
  return knowledgeOf('wordnet', VERSION, builder.build())
}
