// Secret-shared queries [Adar07] §5.2: everything that is done per row or per share.
import { absorb, squeeze4 } from './shares/hash'

export * from './shares/opening'
export * from './shares/rows'
export { open, setSecret } from './shares/query'

/** Keyed BLAKE3 [BLAKE3]: `blocks` blocks of 64 bytes, a multiple of four, at `out`. */
export function keyedHash(key: usize, message: usize, length: i32, out: usize, blocks: i32): void {
  absorb(key, message, length)
  for (let i: i32 = 0; i < blocks; i += 4) squeeze4(i, out + ((<usize>i) << 6))
}
