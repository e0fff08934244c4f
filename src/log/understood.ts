/** How something about a log was decided: the custodian named it, its header or schema does, its content looked like it, or the format says so. */
export type By = 'named' | 'header' | 'content' | 'format'

/** What was understood of a log: for the custodian to see before anything is done with it. */
export interface Understood {
  readonly format: { readonly name: string; readonly by: By }
  readonly encoding: { readonly name: string; readonly by: By }
  /** Each known column and each further one, with where it stands; null where the log has none. */
  readonly columns: readonly { readonly column: string; readonly from: string | null; readonly by: By }[]
  /** How times are written, and in which zone they are told. */
  readonly time: { readonly notation: string; readonly zone: string } | null
  /** What makes it doubtful that a column is what it was taken for. */
  readonly doubts: readonly string[]
}

/** In a line: user <- user.id (named), time <- ts (header; YYYY-MM-DD, UTC), url <- none. */
export function understoodText({ format, encoding, columns, time }: Understood): string {
  const parts = columns.map(({ column, from, by }) => {
    const written = column === 'time' && time !== null ? `; ${time.notation}, ${time.zone}` : ''
    return from === null ? `${column} <- none` : `${column} <- ${from} (${by}${written})`
  })
  return `${parts.join(', ')}; format ${format.name} (${format.by}), encoding ${encoding.name} (${encoding.by})`
}
