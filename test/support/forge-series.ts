import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changes the data or the manifest of a release (tsv), and makes its checksums fit. */
export function forgeRows(dir: string, data: (text: string) => string, manifest = (text: string) => text): void {
  for (const [file, change] of [
    ['data.tsv', data],
    ['manifest.json', (text: string) => `${JSON.stringify(JSON.parse(manifest(text)), null, 2)}\n`],
  ] as const)
    writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')))
  const sums = ['data.tsv', 'manifest.json'].map((file) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(dir, file)))
      .digest('hex')
    return `${sum}  ${file}\n`
  })
  writeFileSync(join(dir, 'SHA256SUMS'), sums.join(''))
}
