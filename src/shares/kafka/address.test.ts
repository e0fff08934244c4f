import { describe, expect, test } from 'vitest'
import { labelOf, secretsOf } from '../../base/address.js'
import { topicAddress } from './address.js'

describe('the address of a topic', () => {
  test('brokers, topic, and what is said by the environment', () => {
    expect(topicAddress('kafka://a.example,b.example:9093/my.log-1', {})).toEqual({
      ...{ label: 'kafka://a.example,b.example:9093/my.log-1', topic: 'my.log-1', session: 10_000 },
      brokers: ['a.example:9092', 'b.example:9093'],
    })
    const env = { LETHE_KAFKA_USER: 'u', LETHE_KAFKA_PASSWORD: 'p' }
    expect(topicAddress('kafka://a/log?tls=true', env)).toMatchObject({
      sasl: { mechanism: 'SCRAM-SHA-512', username: 'u', password: 'p' },
      tls: {},
    })
    expect(topicAddress('kafka://me:pass%40word@a/log?sasl=plain&tls=true', env).sasl).toEqual({
      ...{ mechanism: 'PLAIN', username: 'me', password: 'pass@word' },
    })
    expect(topicAddress('kafka://[::1]:9/log?session=2000', {})).toMatchObject({ brokers: ['[::1]:9'], session: 2000 })
  })

  test.each([
    ['kafka://a', /names no topic/],
    ['kafka://a/two/topics', /names no topic/],
    ['kafka://a:b:c/log', /broker of .* is not understood/],
    ['kafka://a/log?shoesize=3', /option that is not known/],
    ['kafka://a/log?sasl=magic', /option sasl of .* is not known/],
    ['kafka://me@a/log', /one is missing/],
    ['kafka://me:secret@a/log?sasl=plain', /for all to read/],
    ['kafka://a/log?session=soon', /no number of milliseconds/],
    ['kafka://a/log?tls=false&ca=/dev/null', /says tls=false/],
  ])('%s is refused', (address, why) => {
    expect(() => topicAddress(address, {})).toThrow(why)
  })

  test('no password is shown, wherever it stands', () => {
    expect(labelOf('kafka://me:secret@a:9092,b/log?sasl=plain')).toBe('kafka://a:9092,b/log')
    for (const odd of [
      'kafka://me:sec/ret@a/log',
      'kafka://me:sec?ret@a/log',
      'kafka://me:sec@ret@a/log',
      'kafka:/me:secret@a/log',
    ])
      expect(labelOf(odd)).toBe('kafka://...')
    expect(secretsOf('kafka://me:secret@a:9092/log?sasl=plain')).toEqual(['secret', 'sasl=plain'])
    for (const odd of ['kafka://me:sec/ret@a/log', 'kafka://me:secret@/', 'kafka://me:secret@a/log?x=1'])
      expect(() => topicAddress(odd, {})).toThrow(
        expect.not.objectContaining({ message: expect.stringMatching(/sec/) }),
      )
  })
})
