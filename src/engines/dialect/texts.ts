import { form, plain } from './form.js'

/** Does a text fit a pattern from its first character to its last? Null for null. */
export function fullMatch(value: string, pattern: string): string {
  return form('fullMatch', value, plain(pattern))
}

/** A text with every match of a pattern replaced. */
export function replaceAll(value: string, pattern: string, by: string): string {
  return form('replaceAll', value, plain(pattern), plain(by))
}

/** A text with the first match replaced; `\1` in `by` is what the first group matched. */
export function replaceFirst(value: string, pattern: string, by: string): string {
  return form('replaceFirst', value, plain(pattern), plain(by))
}

/** What a group of a pattern matched first; the empty text where nothing does. */
export function extract(value: string, pattern: string, group: number): string {
  return form('extract', value, plain(pattern), plain(group))
}

/** Everything that a pattern matches, as a list. */
export function extractAll(value: string, pattern: string): string {
  return form('extractAll', value, plain(pattern))
}

export function startsWith(value: string, start: string): string {
  return form('startsWith', value, start)
}

export function endsWith(value: string, end: string): string {
  return form('endsWith', value, end)
}

/** A text without its last so many characters. */
export function withoutLast(value: string, characters: number): string {
  return form('withoutLast', value, plain(characters))
}

/** Bytes of a text in UTF-8. */
export function bytesIn(value: string): string {
  return form('bytesIn', value)
}

/** Bytes of a value that is bytes. */
export function sizeOf(bytes: string): string {
  return form('sizeOf', bytes)
}

/** Normal form C of Unicode, up to a NUL. */
export function nfc(value: string): string {
  return form('nfc', value)
}

/** A text as it stands in a URL: itself if it is letters, digits, dots, dashes, tildes and lines below. */
export function inUrl(value: string): string {
  return form('inUrl', value)
}

/** A parameter of a URL, decoded: the empty text where there is none, and where it is no text. */
export function urlParameter(url: string, name: string): string {
  const found = extract(url, `[?&]${name.replace(/[^\w-]/g, '\\$&')}=([^&#]*)`, 1)
  return form('decodedUrl', found)
}
