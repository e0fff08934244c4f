import { expect, test } from 'vitest'
import { arenaIn } from './kernel-arena.js'
import { address, newKernel, put } from './kernels.js'

const PAGE = 2 ** 16

test('pieces of an arena begin at lines, keep apart, and are there', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4 })
  const arena = arenaIn(memory, 64)
  const sizes = [1, 48, 49, 0, PAGE]
  const places = sizes.map((bytes) => arena.take(bytes))
  expect(places.map((at) => at % 64)).toEqual(sizes.map(() => 0))
  places.forEach((at, i) => {
    expect(at + sizes[i]! + 16).toBeLessThanOrEqual(places[i + 1] ?? memory.buffer.byteLength)
  })
})

test('an arena goes back to a mark, and says when there is no more', () => {
  const arena = arenaIn(new WebAssembly.Memory({ initial: 1, maximum: 2 }), 64)
  arena.take(100)
  const mark = arena.mark()
  const at = arena.take(100)
  expect(() => arena.take(2 * PAGE)).toThrow(RangeError)
  arena.backTo(mark)
  expect(arena.take(100)).toBe(at)
})

interface Interest {
  readonly memory: WebAssembly.Memory
  roomFor(bytes: number): number
}

test('a kernel takes memory anew after it gave it back, and says when there is no more', () => {
  const kernel = newKernel<Interest>('interest')
  const at = kernel.roomFor(1000)
  expect(kernel.roomFor(3 * PAGE)).toBe(at)
  expect(kernel.memory.buffer.byteLength).toBeGreaterThanOrEqual(at + 3 * PAGE)
  expect(() => kernel.roomFor(2 ** 32 - 1)).toThrow('the kernel interest ran out of memory')
})

test('arrays are put where a kernel has room, also beyond 2 GiB', () => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  put({ memory }, { value: 64 }, new Float64Array([0.5, -1]).subarray(1))
  expect(new Float64Array(memory.buffer, 64, 2)).toEqual(new Float64Array([-1, 0]))
  expect(address({ value: -64 })).toBe(2 ** 32 - 64)
})
