const count = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

export interface DecodeFigures {
  readonly tags: number
  readonly opened: number
  readonly rows: number
  readonly rowsOpened: number
  /** Shares and texts that were turned down. */
  readonly rejected: number
  /** Tags with t distinct shares or more that stay closed all the same. */
  readonly damaged: number
}

/** What opened and what did not. */
export function decodeText(result: DecodeFigures, out: string): string[] {
  const { tags, opened, rows, rowsOpened, rejected, damaged } = result
  return [
    `${opened.toLocaleString('en')} of ${count(tags, 'tag')} opened: ${rowsOpened.toLocaleString('en')} of ${count(rows, 'row')} can be read`,
    ...(rejected > 0 ? [`${rejected.toLocaleString('en')} shares, texts or lines were turned down`] : []),
    ...(damaged > 0
      ? [`${count(damaged, 'tag')} had enough shares and stayed closed, because they contradict each other`]
      : []),
    `written to ${out}`,
  ]
}
