import { type Dialect, type JsonKind, ROW_NUMBER } from '../dialect/dialect.js'
import { spelled } from '../dialect/form.js'
import { text } from '../dialect/literals.js'
import { VALUES } from './dialect-values.js'

const KINDS: Readonly<Record<JsonKind, string>> = {
  object: 'OBJECT',
  list: 'ARRAY',
  text: 'VARCHAR',
  fraction: 'DOUBLE',
}

/** How DuckDB spells what differs between dialects of SQL. */
const DIALECT: Dialect = {
  ...VALUES,

  listOf: (...items) => `[${items.join(', ')}]`,
  split: (value, by) => `string_split(${value}, ${text(by)})`,
  joined: (list, by) => `array_to_string(${list}, ${text(by)})`,
  each: (list) => `unnest(${list})`,
  eachPlaced: (list, item, place) => `unnest(${list}) AS ${item}, generate_subscripts(${list}, 1) AS ${place}`,
  mapped: (list, item, to) => `list_transform(${list}, lambda ${item}: ${to})`,
  only: (list, item, condition) => `list_filter(${list}, lambda ${item}: ${condition})`,
  once: (list) => `list_distinct(${list})`,
  sorted: (list) => `list_sort(${list})`,
  chained: (...lists) => `flatten([${lists.join(', ')}])`,
  lengthOf: (list) => `len(${list})`,
  itemAt: (list, place) => `${list}[${place}]`,
  firstOf: (list, most) => `(${list})[1:${most}]`,
  tails: (list, by) =>
    `list_transform(range(1, len(${list}) + 1), lambda i: array_to_string(${list}[i:], ${text(by)}))`,
  runs(list, size) {
    // The list is zipped with itself, which takes linear time.
    const shifted = Array.from({ length: size }, (_, i) => `${list}[${i + 1}:len(${list}) - ${size - 1 - i}]`)
    const parts = shifted.map((_, i) => `z[${i + 1}]`)
    return `[${parts.join(` || ' ' || `)} for z in list_zip(${shifted.join(', ')}) if z[${size}] IS NOT NULL]`
  },
  upTo: (count) => `range(${count})`,

  anyOf: (value) => `any_value(${value})`,
  whereGreatest: (value, ...of) => `arg_max(${value}, ${of.length === 1 ? of[0] : `(${of.join(', ')})`})`,
  whereSmallest: (value, of) => `arg_min(${value}, ${of})`,
  nthSmallest: (value, n) => `min(${value}, ${n})[${n}]`,
  some: (condition) => `bool_or(${condition})`,
  every: (condition) => `bool_and(${condition})`,
  joinedInOrder: (value, by) => `string_agg(CAST(${value} AS VARCHAR), ${text(by)} ORDER BY ${value})`,
  median: (value) => `median(${value})`,

  rowNumber: (table) => (table === null ? ROW_NUMBER : `${table}.${ROW_NUMBER}`),
  allBut: (...columns) => `* EXCLUDE (${columns.join(', ')})`,
  allWith: (table, ...others) => `${table === null ? '' : `${table}.`}* REPLACE (${others.join(', ')})`,
  tuple: (...values) => `row(${values.join(', ')})`,
  madeOnce: (table, select) => `${table} AS MATERIALIZED (${select})`,
  sampleOf: (table, rows) => `${table} USING SAMPLE ${rows} ROWS`,
  fieldsIn: (column) => `unnest(${column})`,
  semiJoin: (other, on) => `SEMI JOIN ${other} ${on}`,
  antiJoin: (other, on) => `ANTI JOIN ${other} ${on}`,

  isJson: (line) => `json_valid(${line})`,
  isObject: (line) => `json_valid(${line}) AND json_type(CASE WHEN json_valid(${line}) THEN ${line} END) = 'OBJECT'`,
  valuesAt(document, paths) {
    const at = typeof paths === 'string' ? text(paths) : `[${paths.map(text).join(', ')}]`
    return `json_extract_string(${document}, ${at})`
  },
  isAt: (document, path, kinds) =>
    `(json_type(${document}, ${text(path)}) IN (${kinds.map((kind) => text(KINDS[kind])).join(', ')}))`,
  keysOf: (document) => `json_keys(${document})`,
  fieldOf: (column, field) => `struct_extract(${column}, ${text(field)})`,
  rowAsJson: (alias) => `to_json(${alias})::VARCHAR`,
}

/** A statement as DuckDB understands it. */
export function spell(sql: string): string {
  return spelled(sql, DIALECT)
}
