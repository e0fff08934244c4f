import { hashOf, sha256Sql } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { guessLocales } from '../text/identify/guess.js'
import { DEFAULT_LOCALES, type LocaleCode, parseLocales } from '../text/identify/locales/index.js'

/** The locales that texts are searched by, and how they were chosen. */
export interface ChosenLocales {
  readonly codes: readonly LocaleCode[]
  /** Named by the custodian, told by the texts, or the default because they do not tell. */
  readonly by: 'named' | 'guess' | 'default'
}

const SAMPLE = 20_000

/** The locales that were named, else those of a sample of the texts: the same whatever the order of the rows. */
export async function chooseLocales(
  engine: Sql,
  from: string,
  column: string,
  named: string | undefined,
): Promise<ChosenLocales> {
  if (named !== undefined) return { codes: parseLocales(named), by: 'named' }
  const distinct = `SELECT DISTINCT ${column} AS value FROM ${from} WHERE ${column} IS NOT NULL`
  return guessedFrom(engine, distinct, sameEverywhere)
}

/** By a hash that all engines have: what is masked in a release follows from it. */
const sameEverywhere = sha256Sql('value')

/** The locales of texts that stand once each, as `value`; where nothing follows from it, drawn by the engine's own hash, which is quicker. */
export async function guessedFrom(
  engine: Sql,
  distinct: string,
  drawn: string = hashOf(['value']),
): Promise<ChosenLocales> {
  const rows = await engine.all<{ value: string }>(
    `SELECT value FROM (${distinct}) ORDER BY ${drawn}, value LIMIT ${SAMPLE}`,
  )
  const guessed = guessLocales(rows.map((row) => row.value))
  return guessed === undefined ? { codes: DEFAULT_LOCALES, by: 'default' } : { codes: guessed, by: 'guess' }
}

/** For people: locale: de (guessed from the log). */
export function localesInWords({ codes, by }: ChosenLocales): string {
  const told = { named: '', guess: ' (guessed from the log)', default: ' (the default: the log does not tell)' }
  return `locale: ${codes.map((code) => (code === 'en' ? 'en-US' : code)).join(', ')}${told[by]}`
}
