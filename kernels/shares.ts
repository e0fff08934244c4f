// Secret-shared queries [Adar07] §5.2: everything that is done per row or per share.
import { absorb, squeeze4 } from './shares/hash'

export {
  asked,
  askedDay,
  askedEpoch,
  askedLength,
  givenTime,
  giveQuery,
  giveSeed,
  giveTime,
  seed,
} from './shares/asks'
export { gather, groupEnds, groupTexts, keepRows, orderRows, roomToKeep, staged } from './shares/keeping'
export {
  counts,
  cursors,
  ids,
  interpolate,
  openTexts,
  outcomes,
  roomFor,
  scatter,
  shares,
  tags,
  texts,
  xs,
  ys,
} from './shares/opening'
export { drained, written } from './shares/output'
export { open, setSecret } from './shares/query'
export {
  ids as queryIds,
  kinds,
  lines,
  longOthers,
  longTexts,
  nextLine,
  numbers,
  output as rowsOut,
  queries,
  queryEnds,
  readRows,
  roomForLines,
  roomForRows,
  writeRows,
} from './shares/reading'
export { dayEpochs, epochKeys, input, layOut, output, query } from './shares/room'
export { badRows, emptyRows, position, run, start } from './shares/rows'
export { configure } from './shares/settings'

/** Keyed BLAKE3 [BLAKE3]: `blocks` blocks of 64 bytes, a multiple of four, at `out`. */
export function keyedHash(key: usize, message: usize, length: i32, out: usize, blocks: i32): void {
  absorb(key, message, length)
  for (let i: i32 = 0; i < blocks; i += 4) squeeze4(i, out + ((<usize>i) << 6))
}
