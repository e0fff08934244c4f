import { expect, test } from 'vitest'
import { answersOf } from './answers.js'
import type { Offsets, Piece } from './reader.js'

const piece = (partition: number, next: number, value: Buffer | null = null): Piece => ({
  ...{ partition, next, end: 1000 },
  messages: [{ offset: next - 1, time: 0, value }],
})

/** Brokers that answer when they are told to. */
function brokers() {
  const waiting = new Map<number, { answer(pieces: Piece[]): void; fail(cause: Error): void; from: Offsets }>()
  const fetch = (broker: number, from: Offsets) =>
    new Promise<Piece[]>((answer, fail) => waiting.set(broker, { answer, fail, from }))
  return { waiting, reader: { fetch, brokerOf: (partition: number) => partition % 2 } }
}

const never = () => new AbortController().signal

test('each broker is asked for its partitions, and again once its answer was taken', async () => {
  const { waiting, reader } = brokers()
  const answers = answersOf(reader, never())
  answers.ask(
    new Map([
      [0, 5],
      [1, 6],
      [2, 7],
    ]),
  )
  expect(waiting.get(0)?.from).toEqual(
    new Map([
      [0, 5],
      [2, 7],
    ]),
  )
  const first = waiting.get(1)
  first?.answer([piece(1, 9)])
  await Promise.resolve()
  answers.ask(new Map([[1, 6]]))
  expect(waiting.get(1)).toBe(first)
  expect(await answers.next()).toEqual([piece(1, 9)])
  answers.ask(new Map([[1, 9]]))
  expect(waiting.get(1)?.from).toEqual(new Map([[1, 9]]))
  waiting.get(0)?.fail(new Error('gone'))
  await expect(answers.next()).rejects.toThrow('gone')
})

test('what was forgotten does not come any more; a failure of it hurts nobody', async () => {
  const { waiting, reader } = brokers()
  const answers = answersOf(reader, never())
  const from = new Map([
    [0, 5],
    [1, 5],
  ])
  answers.ask(from)
  const [zero, one] = [waiting.get(0), waiting.get(1)]
  answers.forget()
  answers.ask(from)
  zero?.answer([piece(0, 6)])
  one?.fail(new Error('too late'))
  waiting.get(1)?.answer([piece(1, 7)])
  expect(await answers.next()).toEqual([piece(1, 7)])
})

test('it does not wait for ever, and not at all when it is stopped', async () => {
  const { reader } = brokers()
  const stop = new AbortController()
  const answers = answersOf(reader, stop.signal)
  answers.ask(new Map([[0, 5]]))
  expect(await answers.next()).toBeUndefined()
  const waiting = answers.next()
  stop.abort()
  expect(await waiting).toBeUndefined()
  expect(await answers.next()).toBeUndefined()
  answers.close()
})

test('answers that were taken are not held on to while another broker is silent', async () => {
  const reader = {
    brokerOf: (partition: number) => partition,
    fetch: (broker: number, from: Offsets) =>
      broker === 1
        ? new Promise<Piece[]>(() => {})
        : Promise.resolve([piece(0, (from.get(0) ?? 0) + 1, Buffer.alloc(1 << 20))]),
  }
  const answers = answersOf(reader, never())
  const before = process.memoryUsage().arrayBuffers
  for (let at = 0; at < 600; at++) {
    answers.ask(
      new Map([
        [0, at],
        [1, 0],
      ]),
    )
    expect((await answers.next())?.[0]?.next).toBe(at + 1)
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 << 20)
})
