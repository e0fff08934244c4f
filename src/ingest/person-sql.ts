import { inUrl, nfc, replaceAll } from '../engines/dialect/index.js'
import { UNSEEN } from '../text/person.js'

/**
 * The form in which persons are told apart as SQL (see text/person.ts). Nearly all ids are letters, digits and dashes, which stand in a URL as they
 * are: the engine asks that in half the time of a pattern.
 */
export function personSql(value: string): string {
  return `CASE WHEN ${inUrl(value)} = ${value} THEN ${value} ELSE ${formSql(value)} END`
}

/** Is an id not in that form? Where nearly none is, asking costs less than making the form. */
export function otherPersonSql(value: string): string {
  return `(${inUrl(value)} <> ${value} AND ${formSql(value)} <> ${value})`
}

function formSql(value: string): string {
  return nfc(`trim(${replaceAll(replaceAll(value, `[${UNSEEN}]`, ''), '\\p{Z}+', ' ')}, ' ')`)
}
