import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fail } from '../../base/errors.js'
import { indexBuilder } from '../build-index.js'
import { knowledgeOf, TOP } from '../category-index.js'
import type { Knowledge } from '../shape.js'
import { readPaths } from './paths.js'

/** A knowledge base from a table of category paths and titles that lead to them, plain or gzipped. */
export function openTable(path: string): Knowledge {
  if (!existsSync(path))
    fail('input', `there is no table of categories at ${path}`, 'Check the name after --knowledge table:')
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const builder = indexBuilder()
  const ids = new Map<string, number>()
  const place = (names: readonly string[]): number => {
    const key = names.join('\u0001')
    const known = ids.get(key)
    if (known !== undefined) return known
    const title = names.at(-1)!
    const id = builder.category(names.length === 1 ? TOP : place(names.slice(0, -1)), title)
    builder.named(title, id, 2 * Math.min(names.length, 20)) // of two categories of one name the more general is the better
    ids.set(key, id)
    return id
  }
  for (const { names, title } of readPaths(text)) {
    const id = place(names)
    if (title !== undefined) builder.label(title, id, 64)
  }
  if (ids.size === 0)
    fail('input', `${path} holds no category paths`, 'Lines are a path (A/B/C or A > B > C), a tab, a title.')
  // Manifests tell name and version: what the file is called is the custodian's.
  return knowledgeOf('table', createHash('sha256').update(bytes).digest('hex').slice(0, 12), builder.build())
}
