import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A manifest as anyone can write it. */
// biome-ignore lint/suspicious/noExplicitAny: it is nobody's type
export type Loose = Record<string, any>

/** A copy of a release with something changed by one who knows how it is checked: its checksums fit again. */
export function forged(of: string, to: string, change: (manifest: Loose, dir: string) => void): string {
  cpSync(of, to, { recursive: true })
  const path = join(to, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Loose
  change(manifest, to)
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  const sum = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(to, file)))
      .digest('hex')
  const files = readdirSync(to).filter((file) => file !== 'SHA256SUMS')
  writeFileSync(join(to, 'SHA256SUMS'), files.map((file) => `${sum(file)}  ${file}\n`).join(''))
  return to
}
