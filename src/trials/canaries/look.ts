import { join } from 'node:path'
import type { Engine } from '../../engines/engine.js'
import type { Made } from './context.js'
import { digestsOf, formsOf } from './forms.js'
import type { Planting } from './plant.js'
import type { Finding } from './result.js'
import { filesUnder, type Searcher, searcher } from './search.js'
import type { Secret } from './secret.js'

interface Sought {
  readonly secret: Secret
  readonly form: string
}

/** A search for all secrets in all their forms. */
export function lookFor({ secrets, controls }: Planting): { search: Searcher<Sought>; guesses: number } {
  const needles = [...secrets, ...controls].flatMap((secret) =>
    [...secret.values.flatMap(formsOf), ...secret.hashed.flatMap(digestsOf), ...secret.forms].map((form) => ({
      bytes: form.bytes,
      of: { secret, form: form.name },
    })),
  )
  return { search: searcher(needles), guesses: needles.length }
}

/** Rows and items; and the counts that made-up rows are drawn from, which stand beside them. */
const DATA = /^(data|lexicon|bigrams|hosts|pairs|shape)\./

/** Searches all that a call left behind: what it printed, its files and their names, its temporary folder. */
export async function searchMade(engine: Engine, made: Made, search: Searcher<Sought>): Promise<Finding[]> {
  const findings: Finding[] = []
  const note = (where: string, found: Iterable<Sought>, inData = false) => {
    for (const { secret, form } of found)
      findings.push({ secret: secret.kind, where: `${where} (${made.label})`, form, of: secret, inData })
  }
  note('standard output', search.inBytes(made.stdout))
  note('error output', search.inBytes(made.stderr))
  note('names of temporary files', search.inBytes(Buffer.from(made.tempNames.join('\n'))))
  for (const file of filesUnder(made.dir)) {
    const inData = DATA.test(file)
    note(file, search.inFile(join(made.dir, file)), inData)
    if (inData && file.endsWith('.parquet')) note(file, await search.inParquet(engine, join(made.dir, file)), inData)
  }
  for (const [place, dir] of [
    ['private', made.privateDir],
    ['temporary', made.temp],
  ] as const) {
    // Who became whom is what the truth is for.
    for (const file of filesUnder(dir))
      if (!(place === 'private' && /^truth(-.+)?\.tsv$/.test(file)))
        note(`${place}/${file}`, search.inFile(join(dir, file)))
  }
  for (const dir of [made.dir, made.privateDir])
    note('file names', search.inBytes(Buffer.from(filesUnder(dir).join('\n'))))
  return findings
}
