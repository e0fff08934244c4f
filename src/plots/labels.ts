import { LETTER } from './theme.js'

/** Where something stands in a picture, in pixels, and what is to be written beside it. */
export interface Labelled {
  readonly x: number
  readonly y: number
  readonly text: string
}

export interface Label {
  readonly lines: string
  readonly anchor: 'start' | 'end'
  /** The middle of the label. */
  readonly y: number
}

const CHARACTER = 0.53 * LETTER
const HEIGHT = 1.15 * LETTER

/**
 * Labels to the side where there is more room, none upon another: from the top down each is moved as far as it must, then from the bottom up
 * what has left the frame.
 */
export function placed(points: readonly Labelled[], width: number, height: number): Label[] {
  const labels = points.map(({ x, y, text }) => {
    const anchor = x <= width / 2 ? ('start' as const) : ('end' as const)
    const room = anchor === 'start' ? width - x : x
    const lines = wrapped(text, Math.max(12, Math.floor((room - 12) / CHARACTER)))
    return { anchor, lines: lines.join('\n'), y, half: (HEIGHT * lines.length) / 2 }
  })
  const order = [...labels].sort((a, b) => a.y - b.y)
  let top = 0
  for (const label of order) {
    label.y = Math.max(top + label.half, label.y)
    top = label.y + label.half
  }
  let bottom = height
  for (const label of order.reverse()) {
    label.y = Math.min(bottom - label.half, label.y)
    bottom = label.y - label.half
  }
  return labels
}

/** Lines of at most so many characters, broken between words. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
