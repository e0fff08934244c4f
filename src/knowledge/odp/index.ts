import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '../../base/errors.js'
import { indexBuilder } from '../build-index.js'
import { type CategoryArrays, knowledgeOf, TOP } from '../category-index.js'
import type { Knowledge } from '../shape.js'
import { type IndexHead, readIndexFile, writeIndexFile } from './index-file.js'
import { readRdf } from './rdf.js'

const INDEX = 'lethe-categories.index'
/** Titles of pages of more words are no phrases that anyone looks up. */
const LONGEST_TITLE = 60
/** The place of page titles among the labels of a key: behind the names of categories. */
const PAGE = 64
/** Further back still: categories in other languages than English, which stand under one top-level category. */
const FOREIGN = 128

/** The Open Directory (DMOZ): its RDF dump, read once into an index that stands beside it or in `workspace`. */
export async function openOdp(path: string, workspace?: string): Promise<Knowledge> {
  const folder = existsSync(path) && statSync(path).isDirectory() ? path : dirname(path)
  const structure = dump(folder, 'structure.rdf.u8')
  const content = dump(folder, 'content.rdf.u8')
  if (structure === undefined)
    fail(
      'input',
      `there is no structure.rdf.u8 (or .gz) in ${folder}`,
      'Name the folder of the dump: --knowledge odp:FOLDER',
    )
  const sources = content === undefined ? [structure] : [structure, content]
  const from = sources.map((source) => ({ bytes: statSync(source).size, modified: statSync(source).mtimeMs }))
  for (const place of [folder, workspace]) {
    const index = place === undefined ? undefined : join(place, INDEX)
    if (index === undefined || !existsSync(index)) continue
    const known = readIndexFile(index)
    if (known && JSON.stringify(known.head.from) === JSON.stringify(from)) return opened(known.head, known.arrays)
  }
  const { made, arrays } = await build(sources)
  const place = writable(folder) ? folder : workspace
  if (place !== undefined) writeIndexFile(join(place, INDEX), { made, from }, arrays)
  return opened({ made, from }, arrays)
}

function opened({ made }: IndexHead, arrays: CategoryArrays): Knowledge {
  return knowledgeOf('odp', made, arrays)
}

function dump(folder: string, name: string): string | undefined {
  return [name, `${name}.gz`].map((file) => join(folder, file)).find((file) => existsSync(file))
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function build(sources: readonly string[]): Promise<{ readonly made: string; readonly arrays: CategoryArrays }> {
  const builder = indexBuilder()
  const ids = new Map<string, number>()
  let made = 'undated'
  /** Categories come by their paths, Top/Arts/Animation; Top is the tree itself. */
  const place = (path: string): number => {
    const known = ids.get(path)
    if (known !== undefined) return known
    const cut = path.lastIndexOf('/')
    if (cut < 0) return TOP
    const title = path.slice(cut + 1).replaceAll('_', ' ')
    const id = builder.category(place(path.slice(0, cut)), title)
    builder.named(title, id, Math.min(2 * (path.split('/').length - 1), PAGE - 2) + foreign(path))
    ids.set(path, id)
    return id
  }
  for (const source of sources) {
    for await (const told of readRdf(source)) {
      if (told.kind === 'made') made = told.at
      else {
        const id = place(told.path)
        if (id === TOP || told.title === undefined || told.title.length > LONGEST_TITLE) continue
        if (told.kind === 'page') builder.label(told.title, id, PAGE + foreign(told.path))
        else if (told.title !== told.path.slice(told.path.lastIndexOf('/') + 1).replaceAll('_', ' '))
          builder.named(told.title, id, Math.min(2 * (told.path.split('/').length - 1), PAGE - 2) + foreign(told.path))
      }
    }
  }
  if (ids.size === 0)
    fail('input', 'the dump holds no categories', 'Check that structure.rdf.u8 is the file of the Open Directory.')
  return { made, arrays: builder.build() }
}

function foreign(path: string): number {
  return path.startsWith('Top/World') ? FOREIGN : 0
}
