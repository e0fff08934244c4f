import type { Random } from '../../random/random.js'
import type { Form } from './forms.js'

const DAY_MS = 86_400_000

/** A second of a day, counted on from nine in the morning so that planted rows do not fall together. */
export function moment(day: string, daysBefore: number, tick: number): string {
  const start = Date.parse(`${day}T09:00:00Z`) - daysBefore * DAY_MS
  return text(start + (tick % 40_000) * 1000)
}

/** A moment known to the microsecond, and how it could be written down. */
export interface OddMoment {
  readonly text: string
  readonly values: readonly string[]
  readonly forms: readonly Form[]
}

/** It lies on the day before, so that it is neither the first nor the last of the log, which an inspection names. */
export function oddMoment(random: Random, day: string): OddMoment {
  const ms = Date.parse(`${day}T00:00:00Z`) - DAY_MS + random.below(DAY_MS)
  const micros = BigInt(ms) * 1000n + BigInt(1 + random.below(999))
  const written = `${text(ms)}.${(micros % 1_000_000n).toString().padStart(6, '0')}`
  const binary = (name: string, value: bigint): Form => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(value)
    return { name, bytes }
  }
  return {
    text: written,
    // To the second with its day, in both notations; to the microsecond without; and as seconds since 1970.
    values: [text(ms), text(ms).replace(' ', 'T'), written.slice(11), String(Math.floor(ms / 1000))],
    forms: [
      binary('64-bit microseconds', micros),
      binary('64-bit milliseconds', BigInt(ms)),
      binary('64-bit nanoseconds', micros * 1000n),
    ],
  }
}

function text(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
