/** What the embedded engine calls the number of a row: no column of a log or a release has this name. */
export const ROW_NUMBER = 'rowid'

/** What values can be, in words that are no engine's. */
export type Type =
  | 'text'
  | 'integer'
  | 'long'
  | 'double'
  /** Date and clock, in no zone. */
  | 'time'
  /** A moment, whatever the zone. */
  | 'instant'
  | 'day'
  | 'bytes'
  | 'json'
  | 'texts'
  // Without a sign, where the engine has such: half the room of what would hold them else.
  | 'code8'
  | 'code32'
  | 'code64'

/** The words by which an engine tells the types of columns; all of them use these. */
export const SAID: Readonly<Record<Type, string>> = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  long: 'BIGINT',
  double: 'DOUBLE',
  time: 'TIMESTAMP',
  instant: 'TIMESTAMPTZ',
  day: 'DATE',
  bytes: 'BLOB',
  json: 'JSON',
  texts: 'VARCHAR[]',
  code8: 'UTINYINT',
  code32: 'UINTEGER',
  code64: 'UBIGINT',
}

/** What may stand in JSON, as far as anybody asks. */
export type JsonKind = 'object' | 'list' | 'text' | 'fraction'

/** What every engine spells in its own way. What each means is said where the function of the same name is; a spelling that is missing does not compile. */
export interface Dialect {
  cast(value: string, type: Type): string
  tryCast(value: string, type: Type): string
  orNull(value: string): string
  textOf(value: string, said: string): string

  fullMatch(value: string, pattern: string): string
  replaceAll(value: string, pattern: string, by: string): string
  replaceFirst(value: string, pattern: string, by: string): string
  extract(value: string, pattern: string, group: number): string
  extractAll(value: string, pattern: string): string
  startsWith(value: string, start: string): string
  endsWith(value: string, end: string): string
  withoutLast(value: string, characters: number): string
  bytesIn(value: string): string
  sizeOf(bytes: string): string
  nfc(value: string): string
  inUrl(value: string): string
  decodedUrl(value: string): string

  inZone(instant: string, zone: string): string
  fromUtc(time: string, zone: string): string
  readTime(value: string, notation: string): string
  fromSeconds(seconds: string): string
  toSeconds(time: string): string
  span(n: number, unit: 'second' | 'minute'): string
  startOf(unit: 'hour' | 'week' | 'month' | 'year', time: string): string
  daysBetween(from: string, to: string): string
  secondsBetween(from: string, to: string): string

  hmac(key: string, value: string): string
  sha256(value: string): string
  digits(hex: string, from: number, digits: number): string
  universalHash(aHigh: string, aLow: string, bHigh: string, bLow: string, x: string): string
  twoInOne(high: string, low: string): string
  hashOf(...values: string[]): string
  fromHex(digits: string): string

  listOf(...items: string[]): string
  split(value: string, by: string): string
  joined(list: string, by: string): string
  each(list: string): string
  eachPlaced(list: string, item: string, place: string): string
  mapped(list: string, item: string, to: string): string
  only(list: string, item: string, condition: string): string
  once(list: string): string
  sorted(list: string): string
  chained(...lists: string[]): string
  lengthOf(list: string): string
  itemAt(list: string, place: number): string
  firstOf(list: string, most: number): string
  tails(list: string, by: string): string
  runs(list: string, size: number): string
  upTo(count: string): string

  anyOf(value: string): string
  whereGreatest(value: string, ...of: string[]): string
  whereSmallest(value: string, of: string): string
  nthSmallest(value: string, n: number): string
  some(condition: string): string
  every(condition: string): string
  joinedInOrder(value: string, by: string): string
  median(value: string): string

  rowNumber(table: string | null): string
  allBut(...columns: string[]): string
  allWith(table: string | null, ...others: string[]): string
  tuple(...values: string[]): string
  madeOnce(table: string, select: string): string
  sampleOf(table: string, rows: number): string
  fieldsIn(column: string): string
  semiJoin(other: string, on: string): string
  antiJoin(other: string, on: string): string

  isJson(line: string): string
  isObject(line: string): string
  valuesAt(document: string, paths: string | readonly string[]): string
  isAt(document: string, path: string, kinds: readonly JsonKind[]): string
  keysOf(document: string): string
  fieldOf(column: string, field: string): string
  rowAsJson(alias: string): string
}
