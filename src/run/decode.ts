import { statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { fail, fromSystem, LetheError } from '../base/errors.js'
import type { Resources } from '../engines/session.js'
import type { DecodeFigures } from '../report/shares.js'
import { headerIn } from '../shares/open/header.js'
import { openInMemory } from '../shares/open/in-memory.js'
import type { DecodeFormats, DecodeOptions } from './decode-options.js'
import { formatOf } from './out-format.js'

export type { DecodeOptions } from './decode-options.js'

export interface DecodeResult extends DecodeFigures {
  readonly seconds: number
}

/** Opens what can be opened of shared queries. Needs no key. */
export async function decode(
  inputs: readonly string[],
  options: DecodeOptions,
  resources: Resources = {},
): Promise<DecodeResult> {
  const started = performance.now()
  if (inputs.length === 0)
    fail('usage', 'nothing to decode was named', 'Give a release folder, or a file that lethe encode wrote.')
  const format = formatOf(options.out, 'tsv')
  const rejectedFormat = options.rejected === undefined ? 'tsv' : formatOf(options.rejected, 'tsv')
  const formats = { format, rejectedFormat }
  // An engine takes longer to load than a small file to open.
  const figures =
    (await withoutEngine(inputs, options, formats, resources)) ??
    (await (await import('./decode-in-engine.js')).decodeInEngine(inputs, options, formats, resources))
  return { ...figures, seconds: Math.round(performance.now() - started) / 1000 }
}

/** Rows in memory take somewhat less than their lines; beside them stand their order, the shares that open, and what is written. */
const PART_OF_MEMORY = 4
const MOST_MEMORY = 3 * 2 ** 30

/** One file of `lethe encode` that fits into memory, and in which there is nothing to judge; undefined for any other. */
async function withoutEngine(
  inputs: readonly string[],
  options: DecodeOptions,
  { format, rejectedFormat }: DecodeFormats,
  { engine = 'embedded', memory, signal, onStep: say = () => {} }: Resources,
): Promise<DecodeFigures | undefined> {
  const [path = '', ...more] = [...inputs, ...(options.with ?? [])]
  if (more.length > 0 || engine !== 'embedded' || format !== 'tsv' || rejectedFormat !== 'tsv') return undefined
  if (/\.(parquet|ndjson)$/.test(path)) return undefined
  const limit = memory ?? Math.min(MOST_MEMORY, Math.floor(totalmem() / 2))
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file?.isFile() || file.size > limit / PART_OF_MEMORY) return undefined
  try {
    const { header, values, sharing } = await headerIn(path)
    const { out, rejected } = options
    const counts = await openInMemory(path, { header, values, sharing, out, rejected, limit, signal, say })
    return counts && { ...counts, rejected: 0, damaged: 0 }
  } catch (cause) {
    throw cause instanceof LetheError ? cause : (fromSystem(cause) ?? cause)
  }
}
