/** What is drawn with: the document of a browser, or one that needs no browser. */
export type Paper = object

/** A finished picture. */
export interface Drawn {
  readonly outerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

/**
 * Pictures are as wide as a phone and stand beside each other where there is room, so that their text is never smaller than 11 pixels: 380 wide with
 * letters of 13 becomes 330, as in a folded part of a page, with letters of 11.3.
 */
export const WIDTH = 380
export const LETTER = 13

/** Colours are names of the page's own, which has them for light and dark. */
export const INK = 'var(--ink)'
export const SOFT = 'var(--soft)'
export const LINE = 'var(--line)'
export const PAPER = 'var(--paper)'

/** Lines of a picture with several: each has its colour and its sign. */
export const SERIES = [
  { colour: 'var(--blue)', symbol: 'circle' },
  { colour: 'var(--red)', symbol: 'square' },
  { colour: 'var(--green)', symbol: 'triangle' },
  { colour: 'var(--purple)', symbol: 'diamond' },
  { colour: 'var(--brown)', symbol: 'star' },
  { colour: 'var(--pink)', symbol: 'wye' },
] as const

interface Part {
  remove(): void
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

/** The picture without the style of the library: the page has its own, and pictures of other versions may stand beside it. */
export function finished(drawn: unknown): Drawn {
  const svg = drawn as Drawn & { querySelectorAll(what: string): Iterable<Part> }
  for (const style of svg.querySelectorAll('style')) style.remove()
  // The picture has one name; those of its parts (line, dot) would be read out, and say nothing.
  for (const part of svg.querySelectorAll('g[aria-label]')) {
    part.setAttribute('data-mark', part.getAttribute('aria-label') ?? '')
    part.removeAttribute('aria-label')
  }
  svg.setAttribute('role', 'img')
  return svg
}

/** Text of others: what steers a reader's program is shown as what it is not. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}

export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))}%`
}
