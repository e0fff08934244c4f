import type { Report } from './finding.js'
import { ABOUT_GOODS } from './goods.js'
import { type Harmless, idleDigits, isCounted, numberOfGoods } from './harmless.js'
import { alone, isLetter, near, type View } from './view.js'

const SHORTEST = 7
const LONG_COUNT = 11

/** Long runs of digits that nothing explains: somebody's number of some sort, the longer the surer. */
export function findDigits(view: View, known: Harmless, report: Report): void {
  for (const { start, end } of view.runs) {
    const length = end - start
    if (length < SHORTEST || known.covers(start, end)) continue
    if (isLetter(view.text.charCodeAt(start - 1)) || isLetter(view.text.charCodeAt(end))) continue
    if (view.text.endsWith('000', end)) continue // a round figure: 25000000
    const digits = view.text.slice(start, Math.min(end, start + 64))
    // Nobody counts to try something out for so long: [Adar07] masks every long number, ascending ones too.
    if (length >= LONG_COUNT && isCounted(digits)) report('digits', start, end, 0.55)
    if (idleDigits(digits)) continue
    const base = length === 7 ? 0.25 : length === 8 ? 0.4 : length < 11 ? 0.45 : length === 11 ? 0.5 : 0.55
    let confidence = base
    if (alone(view, start, end)) confidence += 0.1
    if (inAddress(view.text, start)) confidence -= 0.2
    if (near(view, start, end, ABOUT_GOODS)) confidence -= 0.25
    if (numberOfGoods(view, start, end)) confidence -= 0.3
    report('digits', start, end, Math.max(0.05, confidence))
  }
}

/** Whether the run stands in a path or a host. */
function inAddress(text: string, start: number): boolean {
  return /[/.=&_]/.test(text[start - 1] ?? ' ')
}
