import { readFileSync } from 'node:fs'
import { isPromise } from '../../release/reader.js'
import type { CellResult } from './cell.js'

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const orNone = (test: (value: unknown) => boolean) => (value: unknown) => value === undefined || test(value)

const FIELDS: Readonly<Record<keyof CellResult, (value: unknown) => boolean>> = {
  id: isText,
  label: isText,
  method: isText,
  params: isRecord,
  steps: (value) => Array.isArray(value) && value.every((step) => isRecord(step) && isText(step.method)),
  shows: isRecord,
  seed: isNumber,
  guarantee: orNone(isPromise),
  kept: orNone(isRecord),
  of: orNone(isRecord),
  columns: orNone((value) => Array.isArray(value) && value.every(isText)),
  holds: orNone((value) => value === null || typeof value === 'boolean'),
  seconds: isNumber,
  releaseSeconds: orNone(isNumber),
  empty: orNone((value) => typeof value === 'boolean'),
  attacks: isRecord,
  reasons: orNone(isRecord),
  measures: isRecord,
  leftOut: isRecord,
  error: orNone(isText),
}

/** Is this what a comparison keeps of a setting? */
export function isCell(value: unknown): value is CellResult {
  const cell = value as Readonly<Record<string, unknown>>
  return isRecord(value) && Object.entries(FIELDS).every(([field, test]) => test(cell[field]))
}

/** A result that an earlier run kept; undefined where the file is damaged: the setting is then tried again. */
export function readCell(path: string): CellResult | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isCell(value) ? value : undefined
  } catch {
    return undefined
  }
}
