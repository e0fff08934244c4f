import { fail } from '../base/errors.js'
import type { Knowledge } from './shape.js'

export type { Category, Knowledge } from './shape.js'

/** Opens a knowledge base. `workspace` takes the index of a dump whose own folder cannot be written. */
export async function openKnowledge(spec: string, workspace?: string): Promise<Knowledge> {
  if (spec === 'wordnet') return (await import('./wordnet/index.js')).openWordnet()
  const [, kind, path] = /^(odp|table):(.+)$/s.exec(spec) ?? []
  if (kind === 'odp') return (await import('./odp/index.js')).openOdp(path!, workspace)
  if (kind === 'table') return (await import('./table/index.js')).openTable(path!)
  return fail(
    'usage',
    `there is no knowledge base '${spec.slice(0, 40)}'`,
    'It is wordnet, odp:PATH (a folder with structure.rdf.u8 and content.rdf.u8) or table:PATH (lines of path, tab, title).',
  )
}
