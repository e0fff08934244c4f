/** A number that stands for no value at all, and sorts behind all others. */
export const NOTHING = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::UUID"

/** Shared rows as numbers of 16 bytes, which an engine compares, sorts and joins fastest. */
export interface Numbers {
  /** SQL for FROM: tag, and `o0`, `p0`, `o1` ... for the two halves of each other column. A missing tag or value is NOTHING. */
  readonly rows: string
  /** The other columns, and whether any value of them is so long that it has a second half. */
  readonly others: readonly string[]
  readonly long: boolean
  /** SQL of shares (tag, x, y), and of texts, which may repeat: (tag, first, second) of 32 bytes, (tag, text) of any other. */
  readonly shares: string
  readonly texts: string
  /** The same as bytes and text: rows (tag and the other columns), shares, and all texts (tag, text). */
  readonly plain: { readonly rows: string; readonly shares: string; readonly texts: string }
}

/** What can be read in a table of (tag, x, y, first, second, o0, p0 ...), and one of longer texts (tag, text). */
export function numbersOf(table: string, texts: string, others: readonly string[], long: boolean): Numbers {
  const known = `WHERE tag <> ${NOTHING}`
  const short = `${known} AND first <> ${NOTHING}`
  const shown = others.map((column, i) => `${textOf(`o${i}`, `p${i}`)} AS "${column.replaceAll('"', '""')}"`)
  const plainTag = `CASE WHEN tag <> ${NOTHING} THEN tag::BLOB END AS tag`
  return {
    rows: table,
    others,
    long,
    shares: `(SELECT tag, x, y FROM ${table} ${known})`,
    texts: `(SELECT tag, first, second, NULL::BLOB AS text FROM ${table} ${short}
      UNION ALL SELECT tag::UUID, NULL, NULL, text FROM ${texts})`,
    plain: {
      rows: `(SELECT ${[plainTag, ...shown].join(', ')} FROM ${table})`,
      shares: `(SELECT tag::BLOB AS tag, x::BLOB AS x, y::BLOB AS y FROM ${table} ${known})`,
      texts: `(SELECT tag::BLOB AS tag, first::BLOB || second::BLOB AS text FROM ${table} ${short} UNION ALL SELECT tag, text FROM ${texts})`,
    },
  }
}

function textOf(first: string, second: string): string {
  return `CASE WHEN ${first} <> ${NOTHING} THEN rtrim(decode(${first}::BLOB || ${second}::BLOB), chr(0)) END`
}
