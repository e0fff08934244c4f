/** A row as it is told by hand. */
export interface PlainRow {
  readonly text: string
  readonly person?: number
  readonly time?: number
  readonly results?: readonly number[]
  readonly categories?: readonly number[]
}

const HEAD = 32

/** Rows in the form that the kernel reads, numbered from 0: what the engine's columns are laid out as, for tests and benches. */
export function plainRows(rows: readonly PlainRow[]): Uint8Array {
  const texts = rows.map(({ text }) => Buffer.from(text))
  const size = ({ results = [], categories = [] }: PlainRow, i: number) =>
    HEAD + texts[i]!.length + 8 * results.length + 4 * categories.length
  const bytes = Buffer.alloc(rows.reduce((sum, row, i) => sum + size(row, i), 0))
  let at = 0
  rows.forEach(({ person = 1, time, results = [], categories = [] }, i) => {
    bytes.writeUInt32LE(i, at)
    bytes.writeUInt32LE(texts[i]!.length, at + 4)
    bytes.writeUInt32LE(results.length, at + 8)
    bytes.writeUInt32LE(categories.length, at + 12)
    bytes.writeBigUInt64LE(BigInt(person), at + 16)
    bytes.writeBigInt64LE(BigInt(time ?? i), at + 24)
    at += HEAD
    at += texts[i]!.copy(bytes, at)
    for (const result of results) at = bytes.writeBigUInt64LE(BigInt(result), at)
    for (const category of categories) at = bytes.writeUInt32LE(category, at)
  })
  return bytes
}
