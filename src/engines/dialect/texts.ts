import { text } from './literals.js'

/** Does a text fit a pattern from its first character to its last? Null for null. */
export function fullMatch(value: string, pattern: string): string {
  return `regexp_full_match(${value}, ${text(pattern)})`
}

/** A text with every match of a pattern replaced. */
export function replaceAll(value: string, pattern: string, by: string): string {
  return `regexp_replace(${value}, ${text(pattern)}, ${text(by)}, 'g')`
}

/** A text with the first match replaced; `\1` in `by` is what the first group matched. */
export function replaceFirst(value: string, pattern: string, by: string): string {
  return `regexp_replace(${value}, ${text(pattern)}, ${text(by)})`
}

/** What a group of a pattern matched first; the empty text where nothing does. */
export function extract(value: string, pattern: string, group: number): string {
  return `regexp_extract(${value}, ${text(pattern)}, ${group})`
}

/** Everything that a pattern matches, as a list. */
export function extractAll(value: string, pattern: string): string {
  return `regexp_extract_all(${value}, ${text(pattern)})`
}

export function startsWith(value: string, start: string): string {
  return `starts_with(${value}, ${start})`
}

export function endsWith(value: string, end: string): string {
  return `ends_with(${value}, ${end})`
}

/** A text without its last so many characters. */
export function withoutLast(value: string, characters: number): string {
  return `(${value})[:-${characters + 1}]`
}

/** Bytes of a text in UTF-8. */
export function bytesIn(value: string): string {
  return `strlen(${value})`
}

/** Bytes of a value that is bytes. */
export function sizeOf(bytes: string): string {
  return `octet_length(${bytes})`
}

/** Normal form C of Unicode, up to a NUL. */
export function nfc(value: string): string {
  return `nfc_normalize(${value})`
}

/** A text as it stands in a URL: itself if it is letters, digits, dots, dashes, tildes and lines below. */
export function inUrl(value: string): string {
  return `url_encode(${value})`
}

/** A parameter of a URL, decoded: the empty text where there is none, and where it is no text. */
export function urlParameter(url: string, name: string): string {
  const found = extract(url, `[?&]${name.replace(/[^\w-]/g, '\\$&')}=([^&#]*)`, 1)
  return `coalesce(TRY(url_decode(replace(${found}, '+', ' '))), '')`
}
