import { afterEach, expect, test } from 'vitest'
import { parseAddress } from './address.js'

const TOKEN = 'SPARK_CONNECT_AUTHENTICATE_TOKEN'
afterEach(() => {
  delete process.env[TOKEN]
})

test('an address with nothing but a host', () => {
  expect(parseAddress('sc://spark')).toEqual({
    label: 'sc://spark:15002',
    url: 'http://spark:15002',
    token: undefined,
    user: 'lethe',
    scratch: undefined,
  })
})

test('all that it may say; the label tells none of it', () => {
  const said = ';token=a%3Db;use_ssl=true;user_id=me;scratch=s3a://bucket/folder/'
  expect(parseAddress(`sc://[::1]:443/${said}`)).toEqual({
    label: 'sc://[::1]:443',
    url: 'https://[::1]:443',
    token: 'a=b',
    user: 'me',
    scratch: 's3a://bucket/folder',
  })
})

test('a token of the environment, unless the address has one', () => {
  process.env[TOKEN] = 'word'
  expect(parseAddress('sc://spark').token).toBe('word')
  expect(parseAddress('sc://spark/;token=other').token).toBe('other')
})

test.each(['spark:15002', 'sc://', 'sc://spark:port', 'sc://spark/path', 'trino://spark'])(
  'what is none is refused: %s',
  (given) => {
    expect(() => parseAddress(given)).toThrow('that is no address of a cluster')
  },
)

test('an unknown setting is named, and what it is set to is not', () => {
  expect(() => parseAddress('sc://spark/;pass=secret-word')).toThrow(/^the address of a cluster has no pass$/)
})
