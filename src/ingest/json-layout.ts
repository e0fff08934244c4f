import { isBlankText } from './blank-lines.js'

/** Where the documents of a file of JSON stand: one after another over several lines, or in the nth of its lists that begin with an object. */
export type Layout = { readonly list: number } | { readonly list: undefined }

interface Seen {
  /** Where the first value ends. */
  readonly end: number | undefined
  /** Lists of objects that stand in objects alone or in nothing: how many bytes of each were seen. */
  readonly lists: readonly number[]
}

const BACKSLASH = 92
const QUOTE = 34

/** How the documents of a file are laid out, by its beginning; undefined: each has a line, as most have it. `whole`: it is all that there is. */
export function layoutOf(start: Buffer, whole: boolean): Layout | undefined {
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const first = /^\s*(\[\s*(?=\{|$)|\{)/.exec(text)?.[1]
  if (first === undefined) return undefined
  if (first.startsWith('[')) return { list: 0 }
  const { end, lists } = firstValue(text)
  const longest = Math.max(0, ...lists)
  const alone = end === undefined || (whole && isBlankText(text.slice(end)))
  const isWrapped = alone && 2 * longest > text.length && !isConversation(text)
  if (isWrapped) return { list: lists.indexOf(longest) }
  const severalLines = end !== undefined && /[\r\n]/.test(text.slice(0, end).trim())
  return severalLines ? { list: undefined } : undefined
}

/** One conversation is a document, whose turns are not. */
function isConversation(text: string): boolean {
  return /^\s*\{[^{[]*"(messages|conversations?|conversation_a)"\s*:\s*\[/.test(text)
}

function firstValue(text: string): Seen {
  const lists: number[] = []
  let [depth, brackets, open, inText] = [0, 0, -1, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inText = false
      continue
    }
    if (code === QUOTE) inText = true
    const sign = text[at]
    if (sign === '{') depth++
    if (sign === '[') {
      if (brackets === 0 && /^\[\s*\{/.test(text.slice(at, at + 200))) {
        open = at
        lists.push(0)
      }
      depth++
      brackets++
    }
    if (sign === ']') {
      brackets--
      if (brackets === 0 && open >= 0) {
        lists[lists.length - 1] = at - open
        open = -1
      }
    }
    if ((sign === '}' || sign === ']') && --depth === 0) return { end: at + 1, lists }
  }
  if (open >= 0) lists[lists.length - 1] = text.length - open
  return { end: undefined, lists }
}
