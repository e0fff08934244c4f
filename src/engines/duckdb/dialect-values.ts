import { type Dialect, SAID } from '../dialect/dialect.js'
import { text } from '../dialect/literals.js'

const BLOCK = 64

/** The pads of a key as HMAC needs them (RFC 2104), in hexadecimal. */
export function padsOf(key: string): { readonly inner: string; readonly outer: string } {
  const bytes = Buffer.from(key, 'hex')
  const pad = (byte: number) =>
    Buffer.from(Array.from({ length: BLOCK }, (_, i) => (bytes[i] ?? 0) ^ byte)).toString('hex')
  return { inner: pad(0x36), outer: pad(0x5c) }
}

type Values =
  | 'cast'
  | 'tryCast'
  | 'orNull'
  | 'textOf'
  | 'fullMatch'
  | 'replaceAll'
  | 'replaceFirst'
  | 'extract'
  | 'extractAll'
  | 'startsWith'
  | 'endsWith'
  | 'withoutLast'
  | 'bytesIn'
  | 'sizeOf'
  | 'nfc'
  | 'inUrl'
  | 'decodedUrl'
  | 'inZone'
  | 'fromUtc'
  | 'readTime'
  | 'fromSeconds'
  | 'toSeconds'
  | 'span'
  | 'startOf'
  | 'daysBetween'
  | 'secondsBetween'
  | 'hmac'
  | 'sha256'
  | 'digits'
  | 'universalHash'
  | 'twoInOne'
  | 'hashOf'
  | 'fromHex'

/** How DuckDB spells what concerns single values. */
export const VALUES: Pick<Dialect, Values> = {
  cast: (value, type) => `CAST(${value} AS ${SAID[type]})`,
  tryCast: (value, type) => `TRY_CAST(${value} AS ${SAID[type]})`,
  orNull: (value) => `TRY(${value})`,
  textOf: (value) => `CAST(${value} AS VARCHAR)`,

  fullMatch: (value, pattern) => `regexp_full_match(${value}, ${text(pattern)})`,
  replaceAll: (value, pattern, by) => `regexp_replace(${value}, ${text(pattern)}, ${text(by)}, 'g')`,
  replaceFirst: (value, pattern, by) => `regexp_replace(${value}, ${text(pattern)}, ${text(by)})`,
  extract: (value, pattern, group) => `regexp_extract(${value}, ${text(pattern)}, ${group})`,
  extractAll: (value, pattern) => `regexp_extract_all(${value}, ${text(pattern)})`,
  startsWith: (value, start) => `starts_with(${value}, ${start})`,
  endsWith: (value, end) => `ends_with(${value}, ${end})`,
  withoutLast: (value, characters) => `(${value})[:-${characters + 1}]`,
  bytesIn: (value) => `strlen(${value})`,
  sizeOf: (bytes) => `octet_length(${bytes})`,
  nfc: (value) => `nfc_normalize(${value})`,
  inUrl: (value) => `url_encode(${value})`,
  decodedUrl: (value) => `coalesce(TRY(url_decode(replace(${value}, '+', ' '))), '')`,

  inZone: (instant, zone) => `timezone(${text(zone)}, ${instant})`,
  fromUtc: (time, zone) => `timezone(${text(zone)}, timezone('UTC', ${time}))`,
  readTime: (value, notation) => `try_strptime(${value}, ${text(notation)})`,
  fromSeconds: (seconds) => `to_timestamp(${seconds})`,
  toSeconds: (time) => `epoch(${time})`,
  span: (n, unit) => `INTERVAL '${n}' ${unit}`,
  startOf: (unit, time) => `date_trunc('${unit}', ${time})`,
  daysBetween: (from, to) => `date_diff('day', ${from}, ${to})`,
  secondsBetween: (from, to) => `date_diff('second', ${from}, ${to})`,

  hmac(key, value) {
    const { inner, outer } = padsOf(key)
    return `left(sha256(unhex('${outer}') || unhex(sha256(unhex('${inner}') || encode(${value})))), 32)`
  },
  digits: (hex, from, digits) =>
    `('0x' || substr(${hex}, ${from + 1}, ${digits}))::${digits > 8 ? 'UBIGINT' : 'UINTEGER'}`,
  universalHash: (aHigh, aLow, bHigh, bLow, x) =>
    `((${aHigh} * ${x} + ((${aLow} * ${x} + ${bLow}) >> 32) + ${bHigh}) & 4294967295)::UINTEGER`,
  twoInOne: (high, low) => `(((${high})::UBIGINT << 32) | ${low})`,
  sha256: (value) => `sha256(${value})`,
  hashOf: (...values) => `hash(${values.join(', ')})`,
  fromHex: (digits) => `TRY(unhex(${digits}))`,
}
