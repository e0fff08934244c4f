import { STREET_KINDS, STREETS } from './phrasing.js'
import type { Stream } from './stream.js'
import type { Town } from './towns.js'

/** By what a query tells who someone is. */
export type Identifier = 'name' | 'phone' | 'ssn' | 'card' | 'address' | 'email' | 'birthdate'

// Numbers that can belong to nobody: social security numbers voided by the agency or kept for advertisements,
// card numbers that processors publish for tests, phone numbers kept for fiction (555-0100 to 555-0199), and hosts of RFC 2606.
const VOIDED_SSN = ['078-05-1120', '219-09-9999']
const TEST_CARDS = [
  '4111111111111111',
  '4012888888881881',
  '5555555555554444',
  '5105105105105100',
  '378282246310005',
  '6011111111111117',
]
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net']
const AREA_CODES = [
  '201',
  '212',
  '305',
  '312',
  '404',
  '415',
  '503',
  '512',
  '602',
  '617',
  '702',
  '713',
  '804',
  '816',
  '913',
]

const digits = (n: number, width: number) => String(n).padStart(width, '0')

/** A made-up value of that kind for a person. */
export function madeUp(kind: Identifier, name: string, home: Town, chance: Stream): string {
  switch (kind) {
    case 'name':
      return chance.chance(0.5) ? `${name} ${home.name} ${home.state}` : `${name} ${home.name}`
    case 'phone': {
      const separator = chance.pick(['-', ' ', '.'])
      return [chance.pick(AREA_CODES), '555', digits(100 + chance.below(100), 4)].join(separator)
    }
    case 'ssn': {
      const number = chance.chance(0.4) ? chance.pick(VOIDED_SSN) : `987-65-${4320 + chance.below(10)}`
      return chance.chance(0.3) ? `social security number ${number}` : number
    }
    case 'card':
      return chance.pick(TEST_CARDS)
    case 'address':
      return `${1 + chance.below(9800)} ${chance.pick(STREETS)} ${chance.pick(STREET_KINDS)} ${home.name} ${home.state}`
    case 'email':
      return `${name.replace(' ', chance.pick(['.', '', '_']))}@${chance.pick(MAIL_HOSTS)}`
    case 'birthdate':
      return `${name} born ${1 + chance.below(12)}/${1 + chance.below(28)}/${1930 + chance.below(60)}`
  }
}

const MIX: readonly Identifier[] = [
  'phone',
  'phone',
  'phone',
  'address',
  'address',
  'email',
  'birthdate',
  'ssn',
  'card',
]

export function drawIdentifier(chance: Stream): Identifier {
  return chance.pick(MIX)
}
