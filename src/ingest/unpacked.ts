import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Nameless } from '../base/nameless.js'
import { bytes } from './bytes.js'
import type { InputFile } from './input-file.js'
import type { Reading } from './text-source.js'

/** Each holds an open file until it is read. */
const MOST_FILES = 400
const AT_ONCE = 4
/** Why a file cannot be written that is not needed. */
export const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE']

/** Files to read in place of others, until they are closed. */
interface Unpacked {
  readonly files: readonly InputFile[]
  close(): void
}

/**
 * Files packed by gzip as plain ones, in nameless files of the workspace: unpacking once and reading with all threads is far quicker than reading packed text with
 * one, and an archive that ends too early is noticed. Where there is no room for them, the packed files stay what is read; so do those of zstd, whose checksums the
 * engine alone holds against what is in them.
 */
export async function unpacked({ files, workspace, into, signal }: Reading): Promise<Unpacked> {
  const packed = files.filter(({ compression }) => compression === 'gzip').length
  const targets: Nameless[] = []
  const close = () => {
    for (const target of targets) target.close()
  }
  if (packed === 0 || packed > MOST_FILES) return { files, close }
  const plain: InputFile[] = [...files]
  let next = 0
  const worker = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const file = files[index]!
      if (file.compression !== 'gzip') continue
      const target = workspace.nameless(`unpacked-${into}-${index}`)
      targets.push(target)
      const out = createWriteStream(target.path, { mode: 0o600, highWaterMark: 4 << 20 })
      await pipeline(bytes(file), out, signal ? { signal } : {})
      plain[index] = { ...file, path: target.path, compression: 'none' }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed === undefined) return { files: plain, close }
  close()
  if (!NO_ROOM.includes((failed.reason as NodeJS.ErrnoException).code ?? '')) throw failed.reason
  return { files, close }
}
