import type { Preview } from '../index.js'

/** Which columns could be the person, the query, the time: a look at names, shapes and counts of a preview, the likeliest first. The custodian decides. */

type Column = Preview['columns'][number]
export type LikelyRole = 'user' | 'query' | 'time' | 'url'

const MOST = 3
/** Where another column is called after persons, one with so few values is none of them. */
const FEW_PERSONS = 10
/** Nor is it anywhere with values as few as houses have branches, in so many rows, unless it is called so; nor what is called after what is counted. */
const [PLACES, SOME_ROWS] = [3, 100]
const COUNTED =
  /count|number of|anzahl|zahl\b|results?\b|treffer|hits?\b|clicks?|klick|rank|position|price|preis|amount|total|duration|dauer|status/i

/** What many persons have in common, though it is told of each: `staff.role`. */
const COMMON = /(?:role|rolle|type|typ|group|gruppe|class|klasse|segment|gender|geschlecht|language|sprache|country)$/i
/** A visit is less than a person, and is named where there is nobody else. */
const VISIT = /session|sitzung|visit(?!or)/i

/** Could it be so where another column is called so? */
function instead(role: LikelyRole, one: Column): boolean {
  if (role === 'user') return one.distinct > FEW_PERSONS
  return role !== 'query' || spaced(one) > 0
}

/** Words in the names of columns, in languages in which logs are kept. */
const CALLED: Readonly<Record<LikelyRole, RegExp>> = {
  user: /user|person|pers\.|kennung|mitarbeit|employee|staff|client|customer|member|visitor|patron|account|reader|card|cookie|session|nutzer|kund|besuch|ausweis|mitglied|leser|konto|teilnehm|utilisateur|lecteur|abonn|usuario|cliente|utente|gebruiker|klant|lezer/i,
  query:
    /query|search|term|keyword|phrase|quest|such|anfrage|begriff|stichwort|eingabe|recherche|requ[eê]te|b[uú]squeda|consulta|ricerca|zoek/i,
  time: /time|date|moment|stamp|when|created|occurred|_at\b|zeit|datum|heure|fecha|hora|tijd/i,
  url: /url|link|click|target|klick|ziel|lien|enlace/i,
}

const short = ({ examples }: Column) => examples.every((example) => !/\s/.test(example) && example.length <= 40)
const spaced = ({ examples }: Column) => examples.filter((example) => /\s/.test(example)).length
/** Digits with the marks of a date between them, in whatever order days and months stand. */
const dated = ({ examples }: Column) =>
  examples.length > 0 &&
  examples.every((example) => /^9{1,4}([-./])9{1,2}\1(?:9{1,4})([ T]+9{1,2}:99(:99)?.*)?$/.test(example))
/** Seconds or milliseconds since 1970: called after times, and with as many digits as those of our days have. */
const sinceEpoch = ({ column, type, examples }: Column) =>
  CALLED.time.test(column) &&
  type === 'number' &&
  examples.length > 0 &&
  examples.every((example) => /^9{10}(9{3})?$/.test(example))
/** A clock without a date: part of a time whose date stands in another column. */
export const clocked = ({ examples }: Column) =>
  examples.length > 0 && examples.every((example) => /^9{1,2}:99(:99)?( x+)?$/.test(example))

const COULD_BE: Readonly<Record<LikelyRole, (one: Column, rows: number) => boolean>> = {
  user: (one, rows) =>
    ['text', 'number'].includes(one.type) &&
    !dated(one) &&
    !clocked(one) &&
    !sinceEpoch(one) &&
    one.empty < 0.5 &&
    one.distinct > 1 &&
    one.distinct < 0.95 * rows &&
    !(one.distinct <= FEW_PERSONS && COMMON.test(one.column)) &&
    (CALLED.user.test(one.column) || (!COUNTED.test(one.column) && !(one.distinct <= PLACES && rows >= SOME_ROWS))) &&
    short(one),
  query: (one) => one.type === 'text' && !dated(one) && !clocked(one) && one.empty < 0.5 && one.distinct > 1,
  time: (one) => one.type === 'time' || dated(one) || sinceEpoch(one),
  url: ({ type }) => type === 'url',
}

export function likely(role: LikelyRole, free: readonly Column[], rows: number): readonly Column[] {
  const called = ({ column }: Column) => Number(CALLED[role].test(column))
  const could = free.filter((one) => COULD_BE[role](one, rows))
  const some = could.some((one) => called(one) === 1)
  return could
    .filter((one) => !some || called(one) === 1 || instead(role, one))
    .toSorted(
      (a, b) =>
        called(b) - called(a) ||
        (role === 'query' ? spaced(b) - spaced(a) : 0) ||
        (role === 'user' ? Number(VISIT.test(a.column)) - Number(VISIT.test(b.column)) : 0) ||
        b.distinct - a.distinct,
    )
    .slice(0, MOST)
}
