import { UNSEEN } from '../text/person.js'

/**
 * The form in which persons are told apart as SQL (see text/person.ts). Nearly all ids are letters, digits and dashes, which stand in a URL as they
 * are: the engine asks that in half the time of a pattern.
 */
export function personSql(value: string): string {
  return `CASE WHEN url_encode(${value}) = ${value} THEN ${value} ELSE ${formSql(value)} END`
}

/** Is an id not in that form? Where nearly none is, asking costs less than making the form. */
export function otherPersonSql(value: string): string {
  return `(url_encode(${value}) <> ${value} AND ${formSql(value)} <> ${value})`
}

function formSql(value: string): string {
  return `nfc_normalize(trim(regexp_replace(regexp_replace(${value}, '[${UNSEEN}]', '', 'g'), '\\p{Z}+', ' ', 'g'), ' '))`
}
