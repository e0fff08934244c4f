import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../src/release/manifest.js'

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
  cpSync(from, to, { recursive: true })
  const write = (file: string, text: string) => writeFileSync(join(to, file), text)
  const read = (file: string) => readFileSync(join(to, file), 'utf8')
  if (items) {
    const key = ({ texts }: Item) => Buffer.from(texts.join('\t'))
    const sorted = [...items].sort((a, b) => Buffer.compare(key(a), key(b)))
    const lines = sorted.map(({ texts, count }) => [...texts, ...(count === undefined ? [] : [count])].join('\t'))
    write('data.tsv', `${[read('data.tsv').split('\n')[0], ...lines].join('\n')}\n`)
  }
  if (manifest)
    write('manifest.json', `${JSON.stringify(manifest(JSON.parse(read('manifest.json')) as Manifest), null, 2)}\n`)
  const files = readdirSync(to).filter((file) => file !== 'SHA256SUMS')
  const digest = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(to, file)))
      .digest('hex')
  write('SHA256SUMS', files.map((file) => `${digest(file)}  ${file}\n`).join(''))
  return to
}
