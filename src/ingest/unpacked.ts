import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { bytes } from './bytes.js'
import type { InputFile } from './input-file.js'
import type { Reading } from './text-source.js'

/**
 * Packed files as plain ones, in nameless files of the workspace: unpacking once and reading with all threads is far quicker than reading packed text with one,
 * and an archive that ends too early is noticed.
 */
export function unpacked({ files, workspace, into, signal }: Reading): Promise<readonly InputFile[]> {
  return Promise.all(
    files.map(async (file, index) => {
      if (file.compression === 'none') return file
      const { path } = workspace.nameless(`unpacked-${into}-${index}`)
      const out = createWriteStream(path, { mode: 0o600, highWaterMark: 4 << 20 })
      await pipeline(bytes(file), out, signal ? { signal } : {})
      return { ...file, path, compression: 'none' as const }
    }),
  )
}
