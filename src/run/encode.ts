import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { keyId, readKey } from '../crypto/key-file.js'
import { parseRotation } from '../shares/epochs.js'
import { type ObliviousFlags, obliviousServer } from '../shares/oblivious/seeds.js'
import { MAX_N, MAX_T, type ShareScheme } from '../shares/scheme.js'
import { encodeStream, type StreamEncoding, type EncodeResult as Streamed } from '../shares/stream/encode.js'
import type { StreamOptions } from '../shares/stream/layout.js'

/** How queries are shared as they come. */
export interface EncodeOptions extends StreamOptions, ObliviousFlags {
  /** The file of the key, or of that of one epoch. */
  readonly keyFile: string
  /** Persons who must have asked a query before it can be read. */
  readonly t: number
  readonly scheme?: ShareScheme
  /** Points of the scheme shamir; 1000 where not said. */
  readonly n?: number
  /** How long a key lasts: none, day, week, month, year, or days such as 30d. */
  readonly epoch?: string
  readonly link?: 'none' | 'user'
  readonly time?: 'day' | 'hour' | 'exact'
  /** In which times that name their own zone are told; UTC where not said. */
  readonly zone?: string
  /** Write a line with the names of the columns first; so unless said otherwise. */
  readonly header?: boolean
  readonly threads?: number
  /** Says what there is to say, in words without content. */
  readonly onStep?: (step: string) => void
  readonly signal?: AbortSignal
}

/** What came of it, and under which key. */
export interface EncodeResult extends Streamed {
  readonly keyId: string
}

/** Rows in, shared rows out: one for each, in order, handed to `sink` as soon as they are there. */
export async function encode(
  source: AsyncIterable<Uint8Array>,
  sink: (bytes: Uint8Array) => void,
  options: EncodeOptions,
): Promise<EncodeResult> {
  const { encoding, keyId } = streamEncoding(options)
  return { ...(await encodeStream(source, sink, encoding)), keyId }
}

/** What the options amount to, checked, with the key itself. */
export function streamEncoding(options: EncodeOptions): {
  readonly encoding: StreamEncoding
  readonly keyId: string
} {
  const { scheme = 'field', n = 1000, t, zone = 'UTC', onStep: say, signal } = options
  checkSharing(scheme, t, n)
  checkZone(zone)
  const { key, epoch: onlyEpoch } = readKey(options.keyFile)
  const rotation = parseRotation(options.epoch ?? 'none')
  const server = scheme === 'oblivious' ? obliviousServer(options) : undefined
  if (server && options.unpinned)
    say?.('the key of the oblivious function is whatever the server gives: somebody in its place could test guesses')
  const { link = 'none', time = 'day', header = true, threads = 1, format, columns, unit } = options
  const encoding = {
    ...{ key, sharing: { scheme, t, n }, rotation, link, time, zone, header, threads },
    ...defined({ onlyEpoch, server, say, signal, format, columns, unit }),
  }
  return { encoding, keyId: keyId(key) }
}

function checkSharing(scheme: ShareScheme, t: number, n: number): void {
  if (!(t >= 2 && t <= MAX_T))
    fail(
      'usage',
      `--t is from 2 to ${MAX_T}`,
      'Choose how many persons must have asked a query before anyone can read it: 5 hides little, 30 is cautious.',
    )
  if (scheme === 'shamir' && (n < t || n > MAX_N))
    fail('usage', `--n must be from --t to ${MAX_N}`, 'With fewer points than t no query could ever be read.')
}

function checkZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch (cause) {
    fail('usage', `there is no time zone '${zone}'`, 'Name one such as Europe/Berlin.', cause)
  }
}
