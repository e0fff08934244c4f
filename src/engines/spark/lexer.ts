import { CLOSE, isMark, OPEN, plainUntil } from '../dialect/form.js'

/**
 * Plain SQL as Spark reads it: names in backquotes, texts with their backslashes doubled, nulls last wherever rows are put in order, and numbers
 * that every task can give where rows are numbered in no order. Forms are left as they are, and what is said plainly in them too.
 */
export function asSpark(sql: string): string {
  return numbered(nullsLast(literals(sql)))
}

function literals(sql: string): string {
  let made = ''
  let copied = 0
  for (let at = 0; at < sql.length; ) {
    const character = sql[at]!
    const until = plainUntil(sql, at)
    if (until !== undefined) at = until
    else if (character === "'" || character === '"') {
      const end = quotedUntil(sql, at)
      made += sql.slice(copied, at)
      const inside = sql.slice(at + 1, end - 1)
      made +=
        character === '"'
          ? `\`${inside.replaceAll('""', '"').replaceAll('`', '``')}\``
          : sparkText(inside.replaceAll("''", "'"))
      at = end
      copied = end
    } else at++
  }
  return made + sql.slice(copied)
}

/** A text as Spark's literal. */
export function sparkText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** Where what is quoted ends; a quote that is doubled does not end it. */
function quotedUntil(sql: string, from: number): number {
  const quote = sql[from]!
  for (let at = from + 1; ; at++) {
    if (at >= sql.length) return sql.length
    if (sql[at] !== quote) continue
    if (sql[at + 1] !== quote) return at + 1
    at++
  }
}

/** Where what Spark quotes ends. */
function sparkQuotedUntil(sql: string, from: number): number {
  const quote = sql[from]!
  for (let at = from + 1; ; at++) {
    if (at >= sql.length) return sql.length
    if (quote === "'" && sql[at] === '\\') at++
    else if (sql[at] === quote) return at + 1
  }
}

const ENDS_ORDER = /^(LIMIT|ROWS|RANGE|WINDOW|UNION|OFFSET|FETCH)\b/i

/** The engine puts nulls first; the embedded one, and so Lethe, last. */
function nullsLast(sql: string): string {
  const pattern = /\bORDER BY\s+/gi
  let made = ''
  let copied = 0
  for (let found = pattern.exec(sql); found !== null; found = pattern.exec(sql)) {
    if (isInside(sql, found.index)) continue
    const items = orderItems(sql, pattern.lastIndex)
    for (const end of items) {
      const item = sql.slice(copied, end).trimEnd()
      made += item + (/\bNULLS (FIRST|LAST)$/i.test(item) ? '' : ' NULLS LAST')
      made += sql.slice(copied + item.length, end)
      copied = end
    }
  }
  return made + sql.slice(copied)
}

/** Where each item of an order ends. */
function orderItems(sql: string, from: number): number[] {
  const ends: number[] = []
  let depth = 0
  let at = from
  for (; at < sql.length; at++) {
    const character = sql[at]!
    const until = plainUntil(sql, at)
    if (until !== undefined) {
      at = until - 1
      continue
    }
    if (character === "'" || character === '`') {
      at = sparkQuotedUntil(sql, at) - 1
      continue
    }
    if (character === '(' || character === OPEN) depth++
    else if (character === ')' || character === CLOSE) {
      if (depth === 0) break
      depth--
    } else if (depth === 0) {
      if (isMark(character)) break
      if (character === ',') ends.push(at)
      else if (/\s/.test(character) && ENDS_ORDER.test(sql.slice(at + 1, at + 12))) break
    }
  }
  return [...ends, at]
}

/** Does a place lie in a text or a quoted name? */
function isInside(sql: string, place: number): boolean {
  for (let at = 0; at < place; at++) {
    const until = plainUntil(sql, at)
    if (until !== undefined) {
      if (until > place) return true
      at = until - 1
    } else if (sql[at] === "'" || sql[at] === '`') {
      const end = sparkQuotedUntil(sql, at)
      if (end > place) return true
      at = end - 1
    }
  }
  return false
}

/** Numbers in no order are any that differ: those in a row would be the work of one task. */
function numbered(sql: string): string {
  return sql.replace(/\brow_number\(\) OVER \(\)/g, (found, at: number) =>
    isInside(sql, at) ? found : 'monotonically_increasing_id()',
  )
}
