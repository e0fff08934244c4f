import { isLetter, type View } from './view.js'

/** Digit runs that stand close enough to be groups of one number, as a shape such as "3-3-4". */
export interface Chain {
  readonly start: number
  readonly end: number
  /** Lengths of the groups. */
  readonly groups: readonly number[]
  readonly digits: string
  /** What stands between the groups, one entry per gap. */
  readonly gaps: readonly string[]
}

const GAP = /^(?:[ .\-/_*~:]|[)] ?-?| [(]|-[(]|[(]|[)][.] ?| - ?|- |--| \/ ?|, |\. )$/
const MAX_GROUPS = 8

/** How run i and the next are separated, if by something that may stand inside a number. */
export function gapAfter(view: View, i: number): string | undefined {
  const next = view.runs[i + 1]
  const run = view.runs[i]
  if (next === undefined || run === undefined || next.start - run.end > 3) return undefined
  const gap = view.text.slice(run.end, next.start)
  return GAP.test(gap) ? gap : undefined
}

/** Whether the gap binds: with - or . a further group belongs to the number, with a blank it need not. */
export function binds(gap: string | undefined): boolean {
  return gap !== undefined && (gap === '-' || gap === '.' || gap === '/' || gap === '_' || gap === ':')
}

/** The chain of exactly `count` groups that starts at run i, if they hang together. */
export function chain(view: View, i: number, count: number): Chain | undefined {
  if (count > MAX_GROUPS || i + count > view.runs.length) return undefined
  const gaps: string[] = []
  const groups: number[] = []
  let digits = ''
  for (let k = i; k < i + count; k += 1) {
    const run = view.runs[k]!
    groups.push(run.end - run.start)
    digits += view.text.slice(run.start, run.end)
    if (k === i + count - 1) break
    const gap = gapAfter(view, k)
    if (gap === undefined) return undefined
    gaps.push(gap)
  }
  const start = view.runs[i]!.start
  const end = view.runs[i + count - 1]!.end
  return { start, end, groups, digits, gaps }
}

/** Whether the chain of runs i to i + count - 1 is no part of a longer number or word. */
export function free(view: View, i: number, count: number): boolean {
  const start = view.runs[i]!.start
  const end = view.runs[i + count - 1]!.end
  if (isLetter(view.text.charCodeAt(start - 1)) || isLetter(view.text.charCodeAt(end))) return false
  if (i > 0 && binds(gapAfter(view, i - 1))) return false
  return !binds(gapAfter(view, i + count - 1))
}
