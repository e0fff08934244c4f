import { fail } from '../../base/errors.js'
import type { Dialect, JsonKind } from '../dialect/dialect.js'
import { spelled } from '../dialect/form.js'
import { text, textOf, values } from './dialect-values.js'
import { asSpark } from './lexer.js'

const KINDS: Readonly<Record<JsonKind, string>> = {
  object: 'OBJECT<%',
  list: 'ARRAY<%',
  text: 'STRING',
  fraction: 'D%', // DOUBLE, DECIMAL(...)
}

/** '$.a.b' and '/a/b' as Spark's path, whose two ways to name a key lack different signs. */
function pathOf(path: string): string {
  if (path.startsWith('$')) return text(path)
  const steps = path.split('/').slice(1)
  return text(`$${steps.map((step) => stepTo(step.replaceAll('~1', '/').replaceAll('~0', '~'))).join('')}`)
}

function stepTo(key: string): string {
  if (!/['?]/.test(key)) return `['${key}']`
  if (!/[.[]/.test(key)) return `.${key}`
  return fail(
    'refused',
    'a cluster does not read a key of JSON with both a quote and a dot in it',
    'Write the log anew, or leave out --engine.',
  )
}

const variant = (document: string) => `try_parse_json(${document})`

/** Half a sign of UTF-16, written as an escape; an escaped backslash before it makes it a text. */
const LONE = String.raw`(?<!\\)(?:\\\\)*+(?:\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F])`

/**
 * Is it one object and nothing else? What is quick at it passes over what follows a document, takes single quotes and signs of control, and reads half a sign as a
 * question mark.
 */
function isWhole(line: string): string {
  const tests = [
    `json_array_length(concat('[', ${line}, ']')) = 1`,
    `(${line}) RLIKE ${text('^[ \\t]*+\\{')}`,
    `CASE WHEN (${line}) RLIKE ${text("['\\x00-\\x1f]")} THEN ${variant(line)} IS NOT NULL ELSE true END`,
    `NOT (contains(lower(${line}), ${text('\\ud')}) AND (${line}) RLIKE ${text(LONE)})`,
  ]
  return `(${tests.join(' AND ')})`
}

function isAt(document: string, path: string, kinds: readonly JsonKind[]): string {
  const found = `schema_of_variant(try_variant_get(${variant(document)}, ${pathOf(path)}, 'variant'))`
  return `(${kinds.map((kind) => `${found} LIKE ${text(KINDS[kind])}`).join(' OR ')})`
}

function dialect(keyed: Parameters<typeof values>[0]): Dialect {
  return {
    ...values(keyed),

    listOf: (...items) => `array(${items.join(', ')})`,
    split: (value, by) => `split(${value}, ${text(`\\Q${by}\\E`)}, -1)`,
    joined: (list, by) => `array_join(${list}, ${text(by)})`,
    each: (list) => `explode(${list})`,
    eachPlaced: (list, item, place) =>
      `inline(transform(${list}, (lethe_x, lethe_i) -> struct(lethe_x AS ${item}, lethe_i + 1 AS ${place})))`,
    mapped: (list, item, to) => `transform(${list}, ${item} -> ${to})`,
    only: (list, item, condition) => `filter(${list}, ${item} -> ${condition})`,
    once: (list) => `array_distinct(${list})`,
    sorted: (list) => `array_sort(${list})`,
    chained: (...lists) => `concat(${lists.join(', ')})`,
    lengthOf: (list) => `size(${list})`,
    itemAt: (list, place) => `try_element_at(${list}, ${place})`,
    firstOf: (list, most) => `slice(${list}, 1, ${most})`,
    tails: (list, by) =>
      `transform(${list}, (lethe_x, lethe_i) -> array_join(slice(${list}, lethe_i + 1, size(${list})), ${text(by)}))`,
    runs: (list, size) =>
      `filter(transform(${list}, (lethe_x, lethe_i) -> CASE WHEN lethe_i + ${size} <= size(${list}) THEN array_join(slice(${list}, lethe_i + 1, ${size}), ' ') END), lethe_x -> lethe_x IS NOT NULL)`,
    upTo: (count) => `CASE WHEN ${count} > 0 THEN sequence(0, ${count} - 1) ELSE array() END`,

    anyOf: (value) => `first(${value}, true)`,
    whereGreatest: (value, ...of) => `max_by(${value}, ${of.length === 1 ? of[0] : `struct(${of.join(', ')})`})`,
    whereSmallest: (value, of) => `min_by(${value}, ${of})`,
    nthSmallest: (value, n) => `try_element_at(array_sort(collect_list(${value})), ${n})`,
    some: (condition) => `bool_or(${condition})`,
    every: (condition) => `bool_and(${condition})`,
    joinedInOrder: (value, by) =>
      `array_join(transform(array_sort(collect_list(${value})), lethe_x -> CAST(lethe_x AS STRING)), ${text(by)})`,
    median: (value) => `median(${value})`,

    // The number of the file that a table's task wrote, and the row's place in it: they rise as the rows were written.
    rowNumber(table) {
      const at = table === null ? '_metadata' : `${table}._metadata`
      return `(CAST(substr(${at}.file_name, 6, 5) AS BIGINT) * 4294967296 + ${at}.row_index)`
    },
    allBut: (...columns) => `* EXCEPT (${columns.join(', ')})`,
    allWith(table, ...others) {
      const replaced = others.map((other) => / AS (`(?:[^`]|``)+`|\w+)$/.exec(other)?.[1])
      return `${table === null ? '' : `${table}.`}* EXCEPT (${replaced.join(', ')}), ${others.join(', ')}`
    },
    // Nulls come last, as everywhere.
    tuple: (...values) => `struct(${values.map((value) => `(${value}) IS NULL, ${value}`).join(', ')})`,
    madeOnce: (table, select) => `${table} AS (${select})`,
    sampleOf: (table, rows) => `${table} TABLESAMPLE (${rows} ROWS)`,
    fieldsIn: (column) => `inline(array(${column}))`,
    semiJoin: (other, on) => `LEFT SEMI JOIN ${other} ${on}`,
    antiJoin: (other, on) => `LEFT ANTI JOIN ${other} ${on}`,

    isJson: (line) => `(${variant(line)} IS NOT NULL)`,
    isObject: (line) => `coalesce(${isWhole(line)}, false)`,
    valuesAt(document, paths) {
      const at = (path: string) => {
        const value = `get_json_object(${document}, ${pathOf(path)})`
        const isPower = `${value} RLIKE ${text('^-?\\d+\\.\\d+E-?\\d+\\z')} AND ${isAt(document, path, ['fraction'])}`
        return `CASE WHEN ${isPower} THEN ${textOf(`CAST(${value} AS DOUBLE)`, 'DOUBLE')} ELSE ${value} END`
      }
      return typeof paths === 'string' ? at(paths) : `array(${paths.map(at).join(', ')})`
    },
    isAt,
    keysOf: (document) => `json_object_keys(${document})`,
    fieldOf: (column, field) => `${column}.\`${field.replaceAll('`', '``')}\``,
    rowAsJson: (alias) => `to_json(struct(${alias}.*), map('ignoreNullFields', 'false'))`,
  }
}

/** Spells statements for Spark. `keyed` gives SQL for the pads of a key. */
export function speller(keyed: Parameters<typeof values>[0]): (sql: string) => string {
  const spelling = dialect(keyed)
  return (sql) => spelled(asSpark(sql), spelling)
}
