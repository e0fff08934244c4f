import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../src/release/manifest.js'
import { forged } from './forge.js'

/** A row of a table of items: its texts, and its count where it has one. */
export interface Item {
  readonly texts: readonly string[]
  readonly count?: number | string
}

/** The items of a TSV release. */
export function itemsOf(dir: string): Item[] {
  const [header = '', ...lines] = readFileSync(join(dir, 'data.tsv'), 'utf8').trimEnd().split('\n')
  const counts = header.endsWith('count')
  return lines.map((line) => {
    const cells = line.split('\t')
    return counts ? { texts: cells.slice(0, -1), count: Number(cells.at(-1)) } : { texts: cells }
  })
}

/** A copy of a TSV release with other items, or another manifest, and checksums to match: nothing but the lie is wrong with it. */
export function forge(
  from: string,
  to: string,
  { items, manifest }: { readonly items?: readonly Item[]; readonly manifest?: (old: Manifest) => Manifest },
): string {
  return forged(from, to, (old, dir) => {
    if (manifest) Object.assign(old, manifest(old as unknown as Manifest))
    if (items === undefined) return
    const key = ({ texts }: Item) => Buffer.from(texts.join('\t'))
    const sorted = [...items].sort((a, b) => Buffer.compare(key(a), key(b)))
    const lines = sorted.map(({ texts, count }) => [...texts, ...(count === undefined ? [] : [count])].join('\t'))
    const path = join(dir, 'data.tsv')
    writeFileSync(path, `${[readFileSync(path, 'utf8').split('\n')[0], ...lines].join('\n')}\n`)
  })
}
