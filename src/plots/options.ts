import type { PlotOptions } from '@observablehq/plot'
import { LETTER, type Paper, plain, WIDTH } from './theme.js'

/** Options that all pictures share: apart, so that the types of the library do not ask for those of the plots. */
export function common(document: Paper, label: string): PlotOptions {
  const options = {
    document,
    width: WIDTH,
    className: 'plot',
    ariaLabel: plain(label),
    style: { fontSize: `${LETTER}px` },
  }
  return options as PlotOptions
}
