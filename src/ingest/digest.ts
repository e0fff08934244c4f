import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { emptyLineCounter, emptyLines } from './blank-lines.js'
import type { Digest, InputFile } from './input-file.js'
import { refuseChanged } from './unchanged.js'

/** What is asked of the bytes of files after they were read, in one pass where it can be. */
export interface SecondLook {
  digests(): Promise<readonly Digest[]>
  /** Lines with nothing in them. */
  emptyLines(): Promise<number>
}

/** Looks at files once more, and refuses where they are no longer what was read. `count`: will empty lines be asked for? */
export function secondLook(files: readonly InputFile[], count: boolean, signal: AbortSignal | undefined): SecondLook {
  let looked: Promise<readonly Looked[]> | undefined
  const all = async <T>(look: (file: InputFile) => Promise<T>) => {
    const found = await Promise.all(files.map(look))
    refuseChanged(files)
    return found
  }
  return {
    async digests() {
      looked ??= all((file) => lookAt(file, count, signal))
      return (await looked).map(({ sha256, bytes }) => ({ sha256, bytes }))
    },
    async emptyLines() {
      const found = looked ? (await looked).map(({ empty }) => empty) : await all(emptyLines)
      return found.reduce((sum, empty) => sum + empty, 0)
    },
  }
}

interface Looked extends Digest {
  /** Lines, if they were to be counted. */
  readonly empty: number
}

async function lookAt(file: InputFile, count: boolean, signal: AbortSignal | undefined): Promise<Looked> {
  const empty = async () => (count ? emptyLines(file) : 0)
  if (file.digest) return { ...file.digest, empty: await empty() }
  const hash = createHash('sha256')
  const counter = count && file.compression === 'none' && file.origin === undefined ? emptyLineCounter() : undefined
  let bytes = 0
  for await (const chunk of createReadStream(file.origin ?? file.path, { highWaterMark: 4 << 20 })) {
    signal?.throwIfAborted()
    hash.update(chunk as Buffer)
    counter?.see(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { sha256: hash.digest('hex'), bytes, empty: counter ? counter.found() : await empty() }
}
