import { fail } from '../../base/errors.js'
import type { Dialect, Type } from '../dialect/dialect.js'
import { unmarked } from '../dialect/form.js'
import type { VALUES } from '../duckdb/dialect-values.js'
import { sparkText } from './lexer.js'
import { javaNotation, javaPattern, javaReplacement } from './patterns.js'

export const TYPES: Readonly<Record<Type, string>> = {
  text: 'STRING',
  integer: 'INT',
  long: 'BIGINT',
  double: 'DOUBLE',
  time: 'TIMESTAMP_NTZ',
  instant: 'TIMESTAMP_LTZ',
  day: 'DATE',
  bytes: 'BINARY',
  json: 'STRING',
  texts: 'ARRAY<STRING>',
  // There is nothing without a sign: the next that holds it.
  code8: 'INT',
  code32: 'BIGINT',
  code64: 'BIGINT',
}

/** A text that Lethe says, as a literal. */
export const text = (value: string) => sparkText(unmarked(value))
const pattern = (value: string) => text(javaPattern(value))

// What the embedded engine takes for a time; Spark would read a mere year as one too.
const TIME = '^ *\\d{1,6}-\\d{1,2}-\\d{1,2}([ T]\\d{1,2}:\\d{1,2}(:\\d{1,2}(\\.\\d*)?)?)? *\\z'
const INSTANT =
  '^ *\\d{1,6}-\\d{1,2}-\\d{1,2}([ T]\\d{1,2}:\\d{1,2}(:\\d{1,2}(\\.\\d*)?)?)? *(Z|z|[+-]\\d\\d(:?\\d\\d)?)? *\\z'

// Spark would read digits of other scripts too, and letters after them.
const NUMBER = '^[ \\t\\n\\r]*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?[ \\t\\n\\r]*\\z'

const TRIES: Readonly<Partial<Record<Type, (value: string) => string>>> = {
  time: (value) =>
    `CASE WHEN (${value}) RLIKE ${text(TIME)} THEN coalesce(try_cast(trim(${value}) AS TIMESTAMP_NTZ), ${midnight(value, 'TIMESTAMP_NTZ')}) END`,
  // An offset without a colon, or of hours alone, is written out; without one it is that of Greenwich, as the session says.
  instant(value) {
    const whole = `regexp_replace(regexp_replace(trim(${value}), ${text('([+-]\\d\\d)(\\d\\d)?\\z')}, '$1:$2'), ${text('([+-]\\d\\d:)\\z')}, '$100')`
    return `CASE WHEN (${value}) RLIKE ${text(INSTANT)} THEN coalesce(try_cast(${whole} AS TIMESTAMP_LTZ), ${midnight(whole, 'TIMESTAMP_LTZ')}) END`
  },
  // 1.0 is 1 to the embedded engine.
  integer: (value) => `try_cast(${whole(value)} AS INT)`,
  long: (value) => `try_cast(${whole(value)} AS BIGINT)`,
}

function whole(value: string): string {
  return `CASE WHEN (${value}) RLIKE ${text(NUMBER)} THEN round(try_cast(trim(${value}) AS DECIMAL(38, 18)), 0) END`
}

/** 24:00 is the next day's 0:00 to the embedded engine. */
function midnight(value: string, type: string): string {
  const start = `try_cast(regexp_replace(trim(${value}), ${text('([ T])24(:00(:00(\\.0*)?)?(?![:.\\d]))')}, '$100$2') AS ${type})`
  return `CASE WHEN (${value}) RLIKE ${text('[ T]24:00(:00(\\.0*)?)?(?![:.\\d])')} THEN ${start} + INTERVAL '1' DAY END`
}

/** The first second that a time can have, and the last. */
const SPAN = '-62135596800 AND 253402300799.999999'

/** How Spark spells what concerns single values; `keyed` is SQL for the pads of a key, which never stand in a statement. */
export function values(keyed: (key: string) => { inner: string; outer: string }): Pick<Dialect, keyof typeof VALUES> {
  return {
    cast: (value, type) => `CAST(${value} AS ${TYPES[type]})`,
    tryCast: (value, type) => TRIES[type]?.(value) ?? `try_cast(${value} AS ${TYPES[type]})`,
    orNull: (value) => value, // what may fail is spelled so that it is null

    fullMatch: (value, of) => `((${value}) RLIKE ${text(`^(?:${javaPattern(of)})\\z`)})`,
    replaceAll: (value, of, by) => `regexp_replace(${value}, ${pattern(of)}, ${text(javaReplacement(by))})`,
    replaceFirst: (value, of, by) =>
      `regexp_replace(${value}, ${text(`^((?s:.*?))(?:${javaPattern(of)})((?s:.*))\\z`)}, ${text(`$1${javaReplacement(by, 1)}$${groupsIn(of) + 2}`)})`,
    extract: (value, of, group) => `regexp_extract(${value}, ${pattern(of)}, ${group})`,
    extractAll: (value, of) => `regexp_extract_all(${value}, ${pattern(of)}, 0)`,
    startsWith: (value, start) => `startswith(${value}, ${start})`,
    endsWith: (value, end) => `endswith(${value}, ${end})`,
    withoutLast: (value, characters) => `left(${value}, length(${value}) - ${characters})`,
    bytesIn: (value) => `octet_length(${value})`,
    sizeOf: (bytes) => `octet_length(${bytes})`,
    nfc: () => fail('internal', 'a cluster has no normal form of texts: they are sent through mapTexts'),
    inUrl: (value) => `CASE WHEN (${value}) RLIKE '^[A-Za-z0-9._~-]*\\\\z' THEN ${value} ELSE url_encode(${value}) END`,
    // What is no UTF-8 comes out as a sign for that, and is no text.
    decodedUrl: (value) =>
      `CASE WHEN contains(try_url_decode(${value}), '\ufffd') AND NOT contains(upper(${value}), '%EF%BF%BD') THEN '' ELSE coalesce(try_url_decode(${value}), '') END`,
    textOf,

    inZone: (instant, zone) => `CAST(from_utc_timestamp(${instant}, ${zoneText(zone)}) AS TIMESTAMP_NTZ)`,
    fromUtc: (time, zone) =>
      `CAST(from_utc_timestamp(CAST(${time} AS TIMESTAMP_LTZ), ${zoneText(zone)}) AS TIMESTAMP_NTZ)`,
    readTime,
    fromSeconds: (seconds) =>
      `CASE WHEN (${seconds}) BETWEEN ${SPAN} THEN timestamp_micros(CAST(rint((${seconds}) * 1000000D) AS BIGINT)) END`,
    toSeconds: (time) => `(unix_micros(CAST(${time} AS TIMESTAMP_LTZ)) / 1000000D)`,
    span: (n, unit) => `INTERVAL '${n}' ${unit}`,
    startOf: (unit, time) => `CAST(date_trunc('${unit}', ${time}) AS TIMESTAMP_NTZ)`,
    daysBetween: (from, to) => `datediff(CAST(${to} AS DATE), CAST(${from} AS DATE))`,
    secondsBetween: (from, to) => `(${wholeSeconds(to)} - ${wholeSeconds(from)})`,

    hmac(key, value) {
      const { inner, outer } = keyed(key)
      return `left(sha2(concat(${outer}, unhex(sha2(concat(${inner}, CAST(${value} AS BINARY)), 256))), 256), 32)`
    },
    sha256: (value) => `sha2(CAST(${value} AS BINARY), 256)`,
    digits: (hex, from, digits) =>
      `CAST(conv(substr(${hex}, ${from + 1}, ${digits}), 16, 10) AS ${digits > 8 ? 'DECIMAL(20, 0)' : 'BIGINT'})`,
    universalHash: (aHigh, aLow, bHigh, bLow, x) => {
      // By halves of 16 bits, so that nothing passes 2^63.
      const [high, low] = [`shiftright(${x}, 16)`, `(${x} & 65535)`]
      const carried = `shiftright(${aLow} * ${high} + shiftright(${aLow} * ${low} + ${bLow}, 16), 16)`
      return `((((${aHigh} * ${high}) & 65535) * 65536 + ${aHigh} * ${low} + ${carried} + ${bHigh}) & 4294967295)`
    },
    twoInOne: (high, low) => `(CAST(${high} AS BIGINT) * 4294967296 + ${low})`,
    // A null is told from what is not there.
    hashOf: (...values) => `xxhash64(${values.map((value) => `(${value}) IS NULL, ${value}`).join(', ')})`,
    fromHex: (digits) => `CASE WHEN (${digits}) RLIKE '^([0-9A-Fa-f]{2})*+\\\\z' THEN unhex(${digits}) END`,
  }
}

/** A zone as Java writes it, for which case counts; one that is not known here is for the cluster to refuse. */
function zoneText(zone: string): string {
  try {
    return text(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone)
  } catch {
    return text(zone)
  }
}

/** Seconds that a clock shows, those before 1970 rounded down as well. */
function wholeSeconds(time: string): string {
  return `unix_seconds(CAST(${time} AS TIMESTAMP_LTZ))`
}

function groupsIn(of: string): number {
  return (of.replace(/\\./g, '').match(/\((?!\?)/g) ?? []).length
}

/** The text of a value, by the type that the engine said: fractions and bytes as the embedded engine writes them, moments with their offset. */
export function textOf(value: string, type: string): string {
  const said = `CAST(${value} AS STRING)`
  if (/^(DOUBLE|FLOAT)$/.test(type)) {
    const size = `abs(CAST(${said} AS DOUBLE))`
    return `CASE WHEN ${value} = 0 THEN ${said} WHEN ${size} >= 1E-4D AND ${size} < 1E16D THEN ${plainly(said)} ELSE ${withPower(said)} END`
  }
  if (type === 'TIMESTAMP WITH TIME ZONE') return `concat(${said}, '+00')`
  if (type === 'BLOB') return bytesAsText(value)
  return said
}

/** 1.1411712005E9 as 1141171200.5; Spark puts down powers from ten million on, and below a thousandth. */
function plainly(said: string): string {
  return `regexp_replace(CAST(try_cast(${said} AS DECIMAL(38, 21)) AS STRING), ${text('(\\.\\d+?)0*\\z')}, '$1')`
}

/** Bytes that no text is made of are told by their digits: what differs stays different. */
function bytesAsText(bytes: string): string {
  const isPlain = `h BETWEEN '20' AND '7E' AND h NOT IN ('22', '27', '5C')`
  const told = `CASE WHEN ${isPlain} THEN chr(CAST(conv(h, 16, 10) AS INT)) ELSE concat(${text('\\x')}, h) END`
  return `array_join(transform(regexp_extract_all(hex(${bytes}), '..', 0), h -> ${told}), '')`
}

/** 1.0E16 as 1e+16, 1.5E-7 as 1.5e-07, Infinity as inf. */
function withPower(said: string): string {
  const signed = `regexp_replace(lower(replace(${said}, 'Infinity', 'inf')), ${text('(\\.0)?e(\\d)')}, 'e+$2')`
  return `regexp_replace(regexp_replace(${signed}, ${text('\\.0e')}, 'e'), ${text('e([+-])(\\d)\\z')}, 'e$10$2')`
}

function readTime(value: string, notation: string): string {
  const offset = /^(.*?)( ?)%z([^%]*)$/.exec(notation)
  if (offset) {
    const [, before = '', gap = '', after = ''] = offset
    const given =
      after === ''
        ? value
        : `CASE WHEN endswith(${value}, ${text(after)}) THEN left(${value}, length(${value}) - ${after.length}) END`
    const local = readTime(`left(${given}, length(${given}) - ${5 + gap.length})`, before)
    const part = (from: number, length: number) =>
      `try_cast(concat(left(right(${given}, 5), 1), substr(right(${given}, 5), ${from}, ${length})) AS INT)`
    return `(CAST(${local} AS TIMESTAMP_LTZ) - make_dt_interval(0, ${part(2, 2)}, ${part(4, 2)}))`
  }
  const java = javaNotation(notation)
  if (java === undefined)
    fail(
      'usage',
      'the cluster does not read that --time-format',
      'It knows %Y %y %m %d %H %I %M %S %b %p, and %z after all of them.',
    )
  const read = `try_to_timestamp(${value}, ${text(java)})`
  return notation.includes('%y')
    ? `(${read} - CASE WHEN year(${read}) > 2068 THEN INTERVAL '100' YEAR ELSE INTERVAL '0' YEAR END)`
    : read
}
