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
    isHere: false,
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
    isHere: true,
    token: 'a=b',
    user: 'me',
    scratch: 's3a://bucket/folder',
  })
})

test('a token of the environment, unless the address has one', () => {
  process.env[TOKEN] = 'word'
  expect(parseAddress('sc://localhost').token).toBe('word')
  expect(parseAddress('sc://localhost/;token=other').token).toBe('other')
  process.env[TOKEN] = ''
  expect(parseAddress('sc://spark').token).toBeUndefined()
})

test('a token crosses the network in the open only where the address says so', () => {
  const open = 'a token would cross the network as it is'
  expect(() => parseAddress('sc://spark/;token=word')).toThrow(open)
  expect(() => parseAddress('sc://127.0.0.1.example/;token=word')).toThrow(open)
  expect(parseAddress('sc://spark/;token=word;use_ssl=false').url).toBe('http://spark:15002')
  expect(parseAddress('sc://spark/;token=word;use_ssl=true').url).toBe('https://spark:15002')
  for (const here of ['localhost', '127.0.0.1', '[::1]'])
    expect(parseAddress(`sc://${here}/;token=word`).token).toBe('word')
  process.env[TOKEN] = 'word'
  expect(() => parseAddress('sc://spark')).toThrow(open)
})

// What stands in the wrong place may be a token.
test.each([
  'sc://secret-word@spark',
  'sc://spark?token=secret-word:15002',
  'sc://spark/;secret-word',
  'sc://spark/;token:secret-word',
  'sc://spark/;token secret-word=x',
  'sc://spark/;token=%secret-word',
  'sc://localhost/;token=secret-word%0d%0ax',
  'sc://localhost/;token=sécret-word',
  'sc://spark/;use_ssl=secret-word',
  'sc://spark/;use_ssl=True',
])('what is wrong is refused, and nothing of it told: %s', (given) => {
  let told: unknown
  try {
    parseAddress(given)
  } catch (cause) {
    told = cause
  }
  expect(told).toMatchObject({ code: 'usage' })
  const { message, next } = told as { readonly message: string; readonly next?: string }
  expect(message + next).not.toMatch(/cret-word|True/)
})

test.each([
  ...['spark:15002', 'sc://', 'sc://spark:port', 'sc://spark/path', 'trino://spark'],
  ...['sc://spark:99999', 'sc://[1:2', 'sc://[...]', 'sc://sp\u0002ark', 'sc://sp ark'],
])('what is none is refused: %s', (given) => {
  expect(() => parseAddress(given)).toThrow('that is no address of a cluster')
})

test('an unknown setting is named, and what it is set to is not', () => {
  expect(() => parseAddress('sc://spark/;pass=secret-word')).toThrow(/^the address of a cluster has no pass$/)
})
