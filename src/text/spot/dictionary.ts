import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../base/package-root.js'

/** What the spotters look words up in; read at first use, then kept. */
export interface Dictionary {
  /** English words in lower case. Names of towns and persons are not among them. */
  readonly words: ReadonlySet<string>
  /** Towns of the United States, by the short name of their state. */
  readonly towns: ReadonlyMap<string, ReadonlySet<string>>
  /** Company names of up to four words, and those of one. */
  readonly companies: ReadonlySet<string>
}

let dictionary: Dictionary | undefined

export function openDictionary(): Dictionary {
  if (dictionary === undefined) {
    const lines = (file: string) =>
      readFileSync(join(PACKAGE_ROOT, 'data', 'generate', file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    dictionary = {
      words: new Set(lines('rare-words.txt')),
      towns: new Map(
        lines('towns.tsv').map((line) => {
          const [state = '', towns = ''] = line.split('\t')
          return [state, new Set(towns.split(','))]
        }),
      ),
      companies: new Set(lines('companies.tsv').map((line) => line.split('\t')[0]!)),
    }
  }
  return dictionary
}
