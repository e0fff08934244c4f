import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decoder, encode, Garbage, type Message, SIZES, tidy } from './messages.js'

const id = fc.stringMatching(/^[0-9a-f]{32}$/)
const result = fc.record({
  title: fc.string({ unit: 'grapheme', maxLength: 100 }),
  url: fc.webUrl(),
  snippet: fc.string({ unit: 'grapheme', maxLength: 300 }),
})
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ say: fc.constant('hello' as const), friends: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({
    say: fc.constantFrom('accept' as const, 'refuse' as const, 'fail' as const, 'still' as const, 'drop' as const),
    id,
  }),
  fc.record({ say: fc.constant('offer' as const), id, query: fc.stringMatching(/^[\p{L}\p{N} ]{1,200}x$/u) }),
  fc.record({ say: fc.constant('answer' as const), id, results: fc.array(result, { maxLength: 20 }).map(tidy) }),
)

describe('frames', () => {
  test('say what was said, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 9000 })),
        (messages, cuts) => {
          const bytes = Buffer.concat(messages.map(encode))
          const decode = decoder()
          const heard: Message[] = []
          let at = 0
          for (const cut of [...cuts, bytes.length]) {
            heard.push(...decode(bytes.subarray(at, at + cut)))
            at += cut
          }
          expect(heard).toEqual(messages)
        },
      ),
    )
  })

  test('have two sizes: one for all short messages, one for all answers', () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(encode(one).length).toBe(one.say === 'answer' ? SIZES[1] : SIZES[0])
      }),
    )
  })

  test('an answer too long for its frame loses results from its end, never its size', () => {
    const results = tidy(
      Array.from({ length: 20 }, (_, i) => ({
        title: '"'.repeat(300),
        url: `https://x.example/${i}`,
        snippet: '\\"'.repeat(2000),
      })),
    )
    const [heard] = decoder()(encode({ say: 'answer', id: 'a'.repeat(32), results }))
    expect(heard?.say === 'answer' && heard.results.length).toBeGreaterThan(5)
  })

  test('garbage is garbage, never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 6000 }), (bytes) => {
        const decode = decoder()
        try {
          expect(decode(bytes).length).toBe(0) // not enough of a frame yet
        } catch (error) {
          expect(error).toBeInstanceOf(Garbage)
        }
      }),
    )
  })

  test('fields that no message has do not come through', () => {
    const content = Buffer.from(JSON.stringify({ say: 'accept', id: 'b'.repeat(32), hops: 3, __proto__: null }))
    const frame = Buffer.alloc(SIZES[0])
    frame.writeUInt32BE(SIZES[0], 0)
    frame.writeUInt32BE(content.length, 4)
    content.copy(frame, 8)
    expect(decoder()(frame)).toEqual([{ say: 'accept', id: 'b'.repeat(32) }])
  })
})
