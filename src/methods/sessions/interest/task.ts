import { readFileSync, writeFileSync } from 'node:fs'
import type { Rules } from './rules.js'
import { rowSplitter } from './split-rows.js'

/** A part of a log: the file to read and the file to write. */
export interface Task {
  readonly from: string
  readonly to: string
}

/** Splits the part that a task names. */
export function splitTask(rules: Rules): (task: Task) => void {
  const split = rowSplitter(rules)
  return ({ from, to }) => writeFileSync(to, split(readFileSync(from)), { mode: 0o600 })
}
