import { type FileHandle, open } from 'node:fs/promises'
import type { Nameless } from '../base/nameless.js'
import { bytes } from './bytes.js'
import type { InputFile } from './input-file.js'
import type { Reading } from './text-source.js'

/** Bytes of a part, but for the line that goes beyond. */
export const PART = 128 << 20
const LF = 10

/** Whole lines of a packed file, unpacked. */
export interface Part {
  readonly file: InputFile
  /** Is it the first? */
  readonly first: boolean
  close(): void
}

/** A packed file as plain parts in nameless files of the workspace, each there when it is asked for. A file that ends too early is an error once its end is reached. */
export async function* partsOf(
  file: InputFile,
  { workspace, into, signal }: Pick<Reading, 'workspace' | 'into' | 'signal'>,
  most = PART,
): AsyncGenerator<Part> {
  let nth = 0
  let out: { readonly target: Nameless; readonly handle: FileHandle } | undefined
  let size = 0
  const part = async (): Promise<Part> => {
    const { target, handle } = out!
    await handle.close()
    out = undefined
    size = 0
    return {
      file: { ...file, path: target.path, compression: 'none' },
      first: nth++ === 0,
      close: () => target.close(),
    }
  }
  try {
    for await (const chunk of bytes(file)) {
      signal?.throwIfAborted()
      for (let start = 0; start < chunk.length; ) {
        if (out === undefined) {
          const target = workspace.nameless(`part-${into}-${nth}`)
          out = { target, handle: await open(target.path, 'w') }
        }
        const line = size + chunk.length - start < most ? -1 : chunk.indexOf(LF, start + Math.max(0, most - size - 1))
        const end = line === -1 ? chunk.length : line + 1
        await writeAll(out.handle, chunk.subarray(start, end))
        size += end - start
        start = end
        if (line !== -1) yield await part()
      }
    }
    if (out !== undefined) yield await part()
  } finally {
    await out?.handle.close()
    out?.target.close()
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) done += (await handle.write(chunk, done)).bytesWritten
}
