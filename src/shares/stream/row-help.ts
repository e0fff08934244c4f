import { isUtf8 } from 'node:buffer'
import { normalise } from '../../text/normalise.js'
import type { RowHelp } from '../seal/row-encoder.js'
import { momentReader } from './moments.js'

/** What the kernel leaves to us: queries that are not plain ASCII, and times in other notations. */
export function rowHelp(zone: string): RowHelp {
  return {
    normalise(bytes) {
      if (!isUtf8(bytes)) return undefined
      return Buffer.from(normalise(Buffer.from(bytes).toString('utf8')))
    },
    readTime: momentReader(zone),
  }
}
