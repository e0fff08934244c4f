const count = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** What opened and what did not. */
export function decodeText(
  result: {
    readonly tags: number
    readonly opened: number
    readonly rows: number
    readonly rowsOpened: number
    readonly rejected: number
    readonly damaged: number
  },
  out: string,
): string[] {
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
