import { fail } from '../base/errors.js'
import type { OutFormat } from '../engines/engine.js'

export const OUT_FORMATS = ['parquet', 'tsv', 'csv', 'ndjson'] as const satisfies readonly OutFormat[]

/** The format that the ending of a file names; `without`: what a name without any ending means. */
export function formatOf(path: string, without?: OutFormat): OutFormat {
  const ending = /\.([^./\\]*)$/.exec(path)?.[1]
  switch (ending) {
    case 'tsv':
    case 'csv':
    case 'ndjson':
    case 'parquet':
      return ending
    case undefined:
      return without ?? fail('usage', `${path} has no format in its name`, NAMES)
    default:
      return fail('usage', `${path}: no rows are written in a format .${ending}`, NAMES)
  }
}

const NAMES = 'Call it .tsv, .csv, .ndjson or .parquet.'
