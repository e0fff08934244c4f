import type { QuickChance } from '../../src/random/quick.js'
import { pick, times } from './chance.js'

/** A change of bytes; places are shares of the length, so that it can be made to any file. */
export type Edit =
  | { readonly do: 'flip'; readonly at: number; readonly bit: number }
  | { readonly do: 'cut'; readonly at: number }
  | { readonly do: 'drop' | 'double'; readonly at: number; readonly length: number }
  | { readonly do: 'insert'; readonly at: number; readonly text: string }
  | { readonly do: 'move'; readonly at: number; readonly length: number; readonly to: number }

/** What readers stumble over, as bytes in Latin-1. */
export const SNAGS = [
  '\0',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '"',
  '""',
  "'",
  ',',
  ';',
  '\\',
  '\\N',
  '{',
  '[',
  ']]',
  '}',
  '-',
  '',
  ' ',
  '\xff',
  '\xef\xbb\xbf',
  '\xc3',
  '\xf0\x9f\x92\xa3',
  '\xed\xa0\x80',
  '\xe2\x80\x8b',
  '\x1b[31m',
  '\x1f\x8b',
  '99999999999999999999',
  '-1',
  'NaN',
  'infinity',
  'epoch',
  'null',
  '1e999',
  '2024-13-45',
  '99999-01-01 00:00:00',
  '0000-00-00',
  '../../x',
  '%00',
  '*',
  '__proto__',
  'constructor',
]

export function someEdit(chance: QuickChance): Edit {
  const at = chance.unit()
  switch (chance.below(6)) {
    case 0:
      return { do: 'flip', at, bit: chance.below(8) }
    case 1:
      return { do: 'cut', at }
    case 2:
      return { do: 'drop', at, length: 1 + chance.below(20) }
    case 3:
      return { do: 'double', at, length: 1 + chance.below(60) }
    case 4:
      return { do: 'move', at, length: 1 + chance.below(60), to: chance.unit() }
    default:
      return { do: 'insert', at, text: pick(chance, SNAGS) }
  }
}

export function someEdits(chance: QuickChance, most: number): Edit[] {
  return times(1 + chance.below(most), () => someEdit(chance))
}

export function edited(bytes: Buffer, edit: Edit): Buffer {
  const at = Math.floor(edit.at * bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (edit.do) {
    case 'flip': {
      const copy = Buffer.from(bytes)
      if (copy.length > 0) copy[at] = copy[at]! ^ (1 << edit.bit)
      return copy
    }
    case 'cut':
      return Buffer.from(before)
    case 'drop':
      return Buffer.concat([before, after.subarray(edit.length)])
    case 'double':
      return Buffer.concat([before, after.subarray(0, edit.length), after])
    case 'insert':
      return Buffer.concat([before, Buffer.from(edit.text, 'latin1'), after])
    case 'move': {
      const rest = Buffer.concat([before, after.subarray(edit.length)])
      const to = Math.floor(edit.to * rest.length)
      return Buffer.concat([rest.subarray(0, to), after.subarray(0, edit.length), rest.subarray(to)])
    }
  }
}
