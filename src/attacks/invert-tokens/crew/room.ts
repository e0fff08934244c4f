import { arenaIn } from '../../../base/kernel-arena.js'

/** Where arrays lie: on the heap, or in the memory that kernels see. */
export interface Room {
  u8(length: number): Uint8Array
  u32(length: number): Uint32Array
  i32(length: number): Int32Array
  f32(length: number): Float32Array
  f64(length: number): Float64Array
}

export const heap: Room = {
  u8: (length) => new Uint8Array(length),
  u32: (length) => new Uint32Array(length),
  i32: (length) => new Int32Array(length),
  f32: (length) => new Float32Array(length),
  f64: (length) => new Float64Array(length),
}

/** Address 0 means "none" to kernels. */
const START = 64

/** Arrays one behind the other in a memory that grows; what was laid out since a mark can be given up at once. */
export interface Stack extends Room {
  mark(): number
  release(mark: number): void
}

export function stackIn(memory: WebAssembly.Memory): Stack {
  const arena = arenaIn(memory, START)
  const take = (bytes: number) => {
    const at = arena.take(bytes)
    new Uint8Array(memory.buffer, at, arena.mark() - at).fill(0)
    // the buffer is another one after the memory has grown
    return [memory.buffer, at] as const
  }
  return {
    u8: (length) => new Uint8Array(...take(length), length),
    u32: (length) => new Uint32Array(...take(4 * length), length),
    i32: (length) => new Int32Array(...take(4 * length), length),
    f32: (length) => new Float32Array(...take(4 * length), length),
    f64: (length) => new Float64Array(...take(8 * length), length),
    mark: arena.mark,
    release: arena.backTo,
  }
}
