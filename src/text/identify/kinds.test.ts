import { describe, expect, test } from 'vitest'
import * as addresses from './cases/addresses.js'
import * as ids from './cases/ids.js'
import * as numbers from './cases/numbers.js'
import * as words from './cases/words.js'
import { createIdentifier, type Kind } from './index.js'

const identifier = createIdentifier()
const lines = (table: string) => table.trim().split('\n')

const TABLES: readonly (readonly [Kind, string, string])[] = [
  ['phone', numbers.PHONES, numbers.NO_PHONES],
  ['ssn', numbers.SSNS, numbers.NO_SSNS],
  ['card', numbers.CARDS, numbers.NO_CARDS],
  ['ip', numbers.IPS, numbers.NO_IPS],
  ['financial', numbers.FINANCIALS, numbers.NO_FINANCIALS],
  ['birthdate', numbers.BIRTHDATES, numbers.NO_BIRTHDATES],
  ['email', words.EMAILS, words.NO_EMAILS],
  ['url', words.URLS, words.NO_URLS],
  ['address', addresses.ADDRESSES, addresses.NO_ADDRESSES],
  ['id', ids.IDS, ids.NO_IDS],
  ['digits', words.DIGIT_RUNS, words.NO_DIGIT_RUNS],
  ['name', words.NAMES, words.NO_NAMES_HERE],
]

describe.each(TABLES)('%s', (kind, yes, no) => {
  test.each(lines(yes))('finds %s', (marked) => {
    const start = marked.indexOf('{')
    const end = marked.lastIndexOf('}') - 1
    const found = identifier.find(marked.replace('{', '').replace(/\}(?=[^}]*$)/, ''))
    expect(found.map((finding) => [finding.kind, finding.start, finding.end])).toContainEqual([kind, start, end])
  })

  test.each(lines(no))('finds no such thing in %s', (text) => {
    expect(identifier.find(text).filter((finding) => finding.kind === kind)).toEqual([])
  })
})
