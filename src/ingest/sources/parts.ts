import { setTimeout as pause } from 'node:timers/promises'
import { fail, LetheError } from '../../base/errors.js'
import { wentAway } from './network.js'

/** A part of a file that lies elsewhere. */
export interface Part {
  readonly body: AsyncIterable<Uint8Array>
  /** Bytes of the whole file, and what changes when it does; undefined where the body is all of the file, since the server gives no parts. */
  readonly of: { readonly size: number; readonly mark: string } | undefined
}

/** Asks for the bytes from `from` to `to`, both included. Errors of ours are final; after others it is asked again. */
export type OpenPart = (from: number, to: number, of: Part['of']) => Promise<Part>

const PART_BYTES = 32 << 20
/** How long to wait before it is asked again, the first time, the second, ... */
const PAUSES = [200, 1000, 5000]

/** The bytes of a file that lies elsewhere, part by part. What is lost on the way is asked for again; a file that changes meanwhile is refused. */
export async function* inParts(
  open: OpenPart,
  label: string,
  signal: AbortSignal | undefined,
  {
    partBytes = PART_BYTES,
    pauses = PAUSES,
  }: { readonly partBytes?: number; readonly pauses?: readonly number[] } = {},
): AsyncGenerator<Uint8Array> {
  let of: Part['of']
  let [at, tries] = [0, 0]
  do {
    const before = at
    const end = Math.min(at + partBytes, of?.size ?? Number.POSITIVE_INFINITY)
    try {
      const part = await open(at, end - 1, of)
      if (part.of === undefined) return yield* whole(part, label)
      if (of !== undefined && (of.size !== part.of.size || of.mark !== part.of.mark)) changed(label)
      of = part.of
      for await (const chunk of part.body) {
        at += chunk.length
        yield chunk
      }
      const due = Math.min(end, of.size)
      if (at > due) changed(label)
      if (at < due) throw new Error('a part ended early')
      tries = 0
    } catch (cause) {
      if (cause instanceof LetheError) throw cause
      signal?.throwIfAborted()
      if (at > before) tries = 0 // it comes, if slowly
      const wait = pauses[tries++]
      if (wait === undefined) throw wentAway(label, cause)
      await pause(wait, undefined, signal ? { signal } : {})
    }
  } while (of === undefined || at < of.size)
}

/** All at once: what is lost cannot be asked for again. */
async function* whole({ body }: Part, label: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw wentAway(label, cause)
  }
}

export function changed(label: string): never {
  fail(
    'input',
    `${label} changed while it was read`,
    'Nothing was made of it. Wait until nobody writes to it, and start again.',
  )
}
