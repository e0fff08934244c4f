/*
 * A form is a piece of SQL that every engine spells in its own way: a name and what it is made of, between marks that no SQL holds. Functions of
 * this room return forms, text around them stays SQL, and an engine spells a statement, innermost forms first, before it runs it.
 */

export const OPEN = '\u0002'
const NEXT = '\u0003'
export const CLOSE = '\u0004'
const PLAIN = '\u0005'
/** Stands before a mark that is meant as a character of a text or a name; the mark is then moved out of the way. */
const ESCAPE = '\u0010'
const MARKS = /[\u0002-\u0005\u0010]/
const ALL_MARKS = /[\u0002-\u0005\u0010]/g
const ESCAPED = /\u0010([\u0042-\u0045\u0050])/g

/** Something that is no SQL, as a part of a form: a pattern, a number, the name of a type. */
export interface Plain {
  readonly plain: unknown
}

export function plain(value: unknown): Plain {
  return { plain: value }
}

export function form(called: string, ...parts: readonly (string | Plain)[]): string {
  const all = parts.map((part) =>
    typeof part === 'string' ? NEXT + part : NEXT + PLAIN + JSON.stringify(part.plain ?? null),
  )
  return OPEN + called + all.join('') + CLOSE
}

/** A text or a name in which marks, if there are any, are mere characters. */
export function unmarked(value: string): string {
  return MARKS.test(value)
    ? value.replace(ALL_MARKS, (mark) => ESCAPE + String.fromCharCode(mark.charCodeAt(0) + 0x40))
    : value
}

/** The same back. */
export function remarked(sql: string): string {
  return sql.includes(ESCAPE)
    ? sql.replace(ESCAPED, (_, moved: string) => String.fromCharCode(moved.charCodeAt(0) - 0x40))
    : sql
}

/** Is what begins here the plain part of a form? If so, where does it end? */
export function plainUntil(sql: string, at: number): number | undefined {
  if (sql[at] !== PLAIN) return undefined
  let end = at + 1
  while (sql[end] !== NEXT && sql[end] !== CLOSE) end++
  return end
}

/** Does a form, or a part of one, begin or end here? */
export function isMark(character: string): boolean {
  return character === OPEN || character === NEXT || character === CLOSE
}

/** How an engine spells forms, by name: each is given its parts, SQL spelled already, and returns SQL. */
type Spelling = Readonly<Record<string, ((...parts: never[]) => string) | undefined>>

/** A statement with all its forms spelled. */
export function spelled(sql: string, spelling: object): string {
  if (!sql.includes(OPEN)) return remarked(sql)
  const [text] = partAt(sql, 0, spelling as Spelling)
  return remarked(text)
}

/** SQL from a place to the end of its part, spelled, and where that is. */
function partAt(sql: string, from: number, spelling: Spelling): [text: string, end: number] {
  let text = ''
  let at = from
  let copied = from
  while (at < sql.length) {
    const character = sql[at]!
    if (character === NEXT || character === CLOSE) break
    if (character !== OPEN) {
      at++
      continue
    }
    text += sql.slice(copied, at)
    const [made, end] = formAt(sql, at + 1, spelling)
    text += made
    at = end
    copied = end
  }
  return [text + sql.slice(copied, at), at]
}

function formAt(sql: string, from: number, spelling: Spelling): [text: string, end: number] {
  let at = from
  while (sql[at] !== NEXT && sql[at] !== CLOSE) at++
  const called = sql.slice(from, at)
  const parts: unknown[] = []
  while (sql[at] === NEXT) {
    const until = plainUntil(sql, at + 1)
    if (until !== undefined) {
      parts.push(JSON.parse(sql.slice(at + 2, until)))
      at = until
    } else {
      const [part, end] = partAt(sql, at + 1, spelling)
      parts.push(part)
      at = end
    }
  }
  const spell = spelling[called] as ((...parts: unknown[]) => string) | undefined
  if (spell === undefined) throw new TypeError(`no engine spells ${called}`)
  return [spell(...parts), at + 1]
}
