import { form } from './form.js'

/** Rows that have a match in another table, each once: after FROM. */
export function semiJoin(other: string, on: string): string {
  return form('semiJoin', other, on)
}

/** Rows that have none. */
export function antiJoin(other: string, on: string): string {
  return form('antiJoin', other, on)
}
