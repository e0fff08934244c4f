import { createHash } from 'node:crypto'
import { normalise } from '../../text/normalise.js'

/** One way in which a secret could show: the bytes to look for, and what to call them. */
export interface Form {
  readonly name: string
  readonly bytes: Buffer
}

/** Anything shorter could stand in a file by chance. */
const MIN_BYTES = 6
/** A digest may have been cut: its beginning is enough to know it. */
const DIGEST_HEX = 16
const DIGEST_BASE64 = 12

/** Every form of a text: as it is, in other cases and normal forms, encoded, escaped. */
export function formsOf(value: string): Form[] {
  const forms: Form[] = []
  for (const [variant, text] of variants(value)) {
    const name = (form: string) => (variant === 'plain' ? form : `${variant}, ${form}`)
    forms.push({ name: variant, bytes: Buffer.from(text) })
    for (const [form, encoded] of encodings(text)) forms.push({ name: name(form), bytes: encoded })
  }
  return distinct(forms)
}

/** Digests without a key of a whole text: whoever guesses the text can check them. */
export function digestsOf(value: string): Form[] {
  const forms: Form[] = []
  for (const [variant, text] of variants(value)) {
    for (const algorithm of ['md5', 'sha1', 'sha256']) {
      const digest = createHash(algorithm).update(text).digest()
      const name = variant === 'plain' ? algorithm : `${algorithm} of ${variant}`
      const hex = digest.toString('hex').slice(0, DIGEST_HEX)
      forms.push(
        { name: `${name}, raw`, bytes: digest.subarray(0, DIGEST_HEX / 2) },
        { name: `${name}, hex`, bytes: Buffer.from(hex) },
        { name: `${name}, hex`, bytes: Buffer.from(hex.toUpperCase()) },
        { name: `${name}, base64`, bytes: Buffer.from(digest.toString('base64').slice(0, DIGEST_BASE64)) },
        { name: `${name}, base64`, bytes: Buffer.from(digest.toString('base64url').slice(0, DIGEST_BASE64)) },
      )
    }
  }
  return distinct(forms)
}

function variants(value: string): Map<string, string> {
  const all: [string, string][] = [
    ['plain', value],
    ['NFC', value.normalize('NFC')],
    ['NFD', value.normalize('NFD')],
    ['normalised', normalise(value)],
    ['lower case', value.toLowerCase()],
    ['upper case', value.toUpperCase()],
  ]
  const seen = new Set<string>()
  return new Map(all.filter(([, text]) => !seen.has(text) && seen.add(text)))
}

function* encodings(text: string): Generator<[string, Buffer]> {
  const utf8 = Buffer.from(text)
  const ascii = (name: string, encoded: string): [string, Buffer] => [name, Buffer.from(encoded)]
  yield ['UTF-16', Buffer.from(text, 'utf16le')]
  yield ascii('hex', utf8.toString('hex'))
  yield ascii('hex', utf8.toString('hex').toUpperCase())
  for (const shift of [0, 1, 2]) {
    const base64 = base64At(utf8, shift)
    yield ascii('base64', base64)
    yield ascii('base64', base64.replaceAll('+', '-').replaceAll('/', '_'))
  }
  const percent = encodeURIComponent(text)
  yield ascii('URL-encoded', percent)
  yield ascii('URL-encoded', percent.replaceAll('%20', '+'))
  yield ascii(
    'URL-encoded',
    percent.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  )
  yield ascii('JSON-escaped', JSON.stringify(text).slice(1, -1))
  yield ascii(
    'JSON-escaped',
    text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  yield ascii('HTML-escaped', html)
  yield ascii('HTML-escaped', html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'))
  yield ascii('CSV-quoted', text.replaceAll('"', '""'))
}

/** The part of the base64 text that depends on these bytes alone when they stand `shift` bytes into a group of three. */
function base64At(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const from = Math.ceil((shift * 8) / 6)
  const to = Math.floor(((shift + bytes.length) * 8) / 6)
  return encoded.slice(from, to)
}

function distinct(forms: readonly Form[]): Form[] {
  const seen = new Set<string>()
  return forms.filter(({ bytes }) => {
    const key = bytes.toString('latin1')
    return bytes.length >= MIN_BYTES && !seen.has(key) && seen.add(key)
  })
}
