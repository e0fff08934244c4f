import {
  cast,
  digitsSql,
  each,
  eachPlaced,
  firstOf,
  hmacSql,
  rowNumber,
  sha256Sql,
} from '../../engines/dialect/index.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { TEXT_WORDS } from '../../log/phrases-sql.js'
import { termsSql } from '../../log/terms-sql.js'
import type { Context } from '../method.js'
import { type Bound, often } from './given.js'

/** A log by number: persons, texts and words. */
export interface Numbers {
  /** A table (person, a1, a0, b1, b0): what a person's choices are made by. */
  readonly persons: string
  /** A table (person, text): who asked which text; with n, how often, where that decides what is given. */
  readonly asked: string
  /** A table (text, place, item): the words of each text. */
  readonly words: string
  /** A table (number, text, code): each word once, with what choices among words are made by. */
  readonly vocabulary: string
  /** Persons of the log, and different texts. */
  readonly inTheLog: number
  readonly queries: number
}

/**
 * A code for a text: the first digits of SHA-256 of a key, which is drawn and forgotten, and the text. Choices among texts are made by it. Nobody sees a code, and what a person chooses is even whatever
 * the codes are (`universalHash`): keys are for those who would make up texts with one code. So one pass has to do where HMAC takes four, over every word of the log.
 */
export function codeOf(on: Context, text: string): string {
  const key = Buffer.from(on.random.bytes(16)).toString('hex')
  return `${digitsSql(sha256Sql(`'${key}' || ${text}`), 0, 8)} AS code`
}

/** Numbers persons, texts and words. What is one of them is decided by whole texts; codes only choose. */
export async function numbersOf(log: Log, { choose }: Pick<Bound, 'choose'>, on: Context): Promise<Numbers> {
  const { engine } = on
  on.say('reading the words of each text')
  const [named, texts, distinct, persons, asked, words, vocabulary] = [
    'named',
    'texts',
    'distinct',
    'persons',
    'asked',
    'words',
    'vocabulary',
  ].map(fresh) as [string, string, string, string, string, string, string]
  // Repeatable chance needs numbers that do not depend on the order of rows.
  const ordered = on.random.kind === 'seeded' ? 'ORDER BY ALL' : ''
  const standing = `FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`
  await engine.materialise(named, `SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL ${ordered}`)
  await engine.materialise(texts, `SELECT DISTINCT query ${standing} ${ordered}`)
  await engine.materialise(
    asked,
    `SELECT ${cast(rowNumber('p'), 'code32')} AS person, ${cast(rowNumber('t'), 'code32')} AS text${often(choose, 'count(*)')}
      FROM ${log.table} l JOIN ${named} p ON l.person = p.person JOIN ${texts} t ON l.query = t.query GROUP BY ALL`,
  )
  const word = (nth: number) => cast(digitsSql('code', 8 * nth, 8), 'code64')
  await engine.materialise(
    persons,
    `SELECT person, ${word(0)} AS a1, ${word(1)} AS a0, ${word(2)} AS b1, ${word(3)} AS b0 FROM (
      SELECT ${cast(rowNumber(), 'code32')} AS person, ${hmacSql(on.random.bytes(32), 'person')} AS code FROM ${named})`,
  )
  const terms = firstOf(termsSql('query'), TEXT_WORDS)
  await engine.materialise(
    distinct,
    `SELECT DISTINCT word FROM (SELECT ${each(terms)} AS word FROM ${texts}) ${ordered}`,
  )
  await engine.materialise(
    vocabulary,
    `SELECT ${cast(rowNumber(), 'code32')} AS number, word AS text, ${codeOf(on, 'word')} FROM ${distinct}`,
  )
  await engine.materialise(
    words,
    `SELECT o.text, ${cast('o.place', 'integer')} AS place, v.number AS item FROM (
      SELECT text, ${eachPlaced('terms', 'word', 'place')} FROM (SELECT ${cast(rowNumber(), 'code32')} AS text, ${terms} AS terms FROM ${texts})) o
    JOIN ${vocabulary} v ON o.word = v.text`,
  )
  const [inTheLog, queries] = [await countOf(engine, named), await countOf(engine, texts)]
  await engine.drop(named, texts, distinct)
  return { persons, asked, words, vocabulary, inTheLog, queries }
}
