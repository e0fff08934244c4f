/** Signs that can be told from each other when they are small, the plainest first. */
export const SYMBOLS = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'star',
  'cross',
  'wye',
  'times',
  'plus',
  'asterisk',
  'hexagon',
  'diamond2',
  'square2',
  'triangle2',
] as const
export type SymbolName = (typeof SYMBOLS)[number]
