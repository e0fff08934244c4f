import { describe, expect, test } from 'vitest'
import { isOwnHost, mayChange, mayRead } from './guard.js'

const host = '127.0.0.1:4080'
const TOKEN = 'a'.repeat(64)

describe('who may read', () => {
  test.each([
    ['typed into the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    [
      'a link that a person follows',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'sec-fetch-user': '?1',
      },
    ],
    ['no browser', {}],
    ['an older browser, on our page', { referer: `http://${host}/` }],
  ])('%s: yes', (_, headers) => expect(mayRead({ host, ...headers })).toBe(true))

  test.each([
    ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['fetch', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    [
      'a script that navigates',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    [
      'a frame',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'iframe',
        'sec-fetch-user': '?1',
      },
    ],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['what is fetched ahead', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
    ['an older browser, elsewhere', { referer: 'https://elsewhere.example/' }],
    ['an older browser, by script', { origin: 'https://elsewhere.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('%s: no', (_, headers) => expect(mayRead({ host, ...headers })).toBe(false))
})

describe('who may change', () => {
  test('our own page, with its token', () => {
    expect(mayChange({ host, 'sec-fetch-site': 'same-origin' }, TOKEN, TOKEN)).toBe(true)
    expect(mayChange({ host, origin: `http://${host}` }, TOKEN, TOKEN)).toBe(true)
  })

  test('nobody without it, from elsewhere, or from nowhere', () => {
    expect(mayChange({ host, 'sec-fetch-site': 'same-origin' }, '', TOKEN)).toBe(false)
    expect(mayChange({ host, 'sec-fetch-site': 'same-origin' }, 'b'.repeat(64), TOKEN)).toBe(false)
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(mayChange({ host, 'sec-fetch-site': site, 'sec-fetch-user': '?1' }, TOKEN, TOKEN)).toBe(false)
    expect(mayChange({ host, origin: 'https://elsewhere.example' }, TOKEN, TOKEN)).toBe(false)
    expect(mayChange({ host }, TOKEN, TOKEN)).toBe(false)
    // As many letters, and more bytes.
    expect(mayChange({ host, 'sec-fetch-site': 'same-origin' }, 'ä'.repeat(64), TOKEN)).toBe(false)
  })
})

test('only our own names are heard', () => {
  for (const name of ['127.0.0.1', '127.0.0.1:4080', 'localhost:4080']) expect(isOwnHost(name)).toBe(true)
  for (const name of [undefined, '', 'evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80'])
    expect(isOwnHost(name)).toBe(false)
})
