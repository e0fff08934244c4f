import { LETTER } from './theme.js'

/** Where something stands in a picture, in pixels, and what is to be written beside it. */
export interface Labelled {
  readonly x: number
  readonly y: number
  readonly text: string
  /** The height of its own sign, where it is not that of the label. */
  readonly own?: number
  /** Rather upon a sign than not at all. */
  readonly must?: boolean
}

/** A line that runs across, from one place to another. */
export interface Level {
  readonly from: number
  readonly to: number
  readonly y: number
}

export interface Label {
  readonly lines: string
  readonly anchor: 'start' | 'end'
  /** The middle of the label. */
  readonly y: number
}

const CHARACTER = 0.53 * LETTER
const HEIGHT = 1.15 * LETTER
/** What must be labelled stands in bold letters, which are wider. */
const BOLD = 1.12

/** Less than this is no overlap, only how numbers are rounded. */
const TOUCH = 0.01

/** What a label must not lie upon. */
export interface Sign {
  readonly x: number
  readonly y: number
  /** Half of how wide it is. */
  readonly half?: number
}

/** Half of how wide a sign is, and where text begins beside one. */
const SIGN = 6
const BESIDE = 8

/** How far from its sign a label may stand, in lines: further off nobody sees whose it is. */
const FAR = 2

/**
 * Labels to the side where there is more room, none upon another, upon a sign or upon a line, and each nearer to its own sign than to any other. The first points are served first; one that
 * finds no room near it gets none, and has its name where it is pointed at.
 */
export function placed(
  points: readonly Labelled[],
  width: number,
  height: number,
  signs: readonly Sign[] = [],
  levels: readonly Level[] = [],
): (Label | undefined)[] {
  const taken: { readonly from: number; readonly to: number; readonly left: number; readonly right: number }[] = []
  return points.map(({ x, y, text, must, own = y }) => {
    const anchor = x <= width / 2 ? ('start' as const) : ('end' as const)
    const room = anchor === 'start' ? width - x : x
    const character = must ? BOLD * CHARACTER : CHARACTER
    const lines = wrapped(text, Math.max(12, Math.floor((room - 12) / character)))
    const half = (HEIGHT * lines.length) / 2
    const wide = character * Math.max(...lines.map((line) => line.length)) + 12
    const [left, right] = anchor === 'start' ? [x, x + wide] : [x - wide, x]
    const free = (at: number) =>
      at - half >= 0 &&
      at + half <= height &&
      taken.every(
        (other) =>
          at + half < other.from + TOUCH || at - half > other.to - TOUCH || right <= other.left || left >= other.right,
      )
    const [from, to] = anchor === 'start' ? [left + BESIDE, right] : [left, right - BESIDE]
    const clear = (at: number) =>
      signs.every(
        (sign) =>
          sign.x + (sign.half ?? SIGN) <= from ||
          sign.x - (sign.half ?? SIGN) >= to ||
          sign.y + (sign.half ?? SIGN) <= at - half ||
          sign.y - (sign.half ?? SIGN) >= at + half,
      )
    const struck = (at: number) =>
      levels.some((level) => level.to > from && level.from < to && Math.abs(level.y - at) < half)
    /** Whose label it is seems to be what stands nearest to where it begins. */
    const begins = anchor === 'start' ? from : to
    const away = (sign: Sign, at: number) => Math.hypot(sign.x - begins, sign.y - at)
    const misread = (at: number) => signs.some((sign) => away(sign, at) < away({ x, y: own }, at) - TOUCH)
    const wanted = Math.min(Math.max(y, half), height - half)
    const places = offsets.map((offset) => wanted + offset * HEIGHT).filter(free)
    const legible = places.find((one) => clear(one) && !misread(one) && !struck(one))
    const at = legible ?? (must ? (places.find(clear) ?? places[0]) : undefined)
    if (at === undefined) return undefined
    taken.push({ from: at - half, to: at + half, left, right })
    return { anchor, lines: lines.join('\n'), y: at }
  })
}

/** 0, half a line down, half a line up, ... */
const offsets = [0, ...Array.from({ length: 2 * FAR }, (_, i) => [(i + 1) / 2, -(i + 1) / 2]).flat()]

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
