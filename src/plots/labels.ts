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
 * Labels to the side where there is more room, none upon another: from the top down each is moved as far as it must, and the whole up again
 * where it leaves the frame.
 */
export function placed(points: readonly Labelled[], width: number, height: number): Label[] {
  const order = points.map((_, i) => i).sort((a, b) => points[a]!.y - points[b]!.y || points[a]!.x - points[b]!.x)
  const labels: Label[] = []
  let bottom = 0
  for (const i of order) {
    const { x, y, text } = points[i]!
    const anchor = x <= width / 2 ? 'start' : 'end'
    const room = anchor === 'start' ? width - x : x
    const lines = wrapped(text, Math.max(12, Math.floor((room - 12) / CHARACTER)))
    const half = (HEIGHT * lines.length) / 2
    const at = Math.max(bottom + half, y)
    labels[i] = { lines: lines.join('\n'), anchor, y: at }
    bottom = at + half
  }
  const over = Math.max(0, bottom - height)
  return labels.map((label) => ({ ...label, y: label.y - over }))
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
