/** Rows that have a match in another table, each once: after FROM. */
export function semiJoin(other: string, on: string): string {
  return `SEMI JOIN ${other} ${on}`
}

/** Rows that have none. */
export function antiJoin(other: string, on: string): string {
  return `ANTI JOIN ${other} ${on}`
}
