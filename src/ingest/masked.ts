const LONGEST = 40

/** What a value looks like, and not what it says. */
export function masked(value: string): string {
  return value.replace(/[\p{L}\p{M}\p{So}\p{Co}]/gu, 'x').replace(/\p{N}/gu, '9')
}

export function shortened(value: string): string {
  return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value
}
