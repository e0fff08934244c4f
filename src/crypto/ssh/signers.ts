import { readFileSync, statSync } from 'node:fs'
import { fail } from '../../base/errors.js'
import { typeOf } from './ed25519.js'

/** Somebody whose signature is accepted: one line of a file. */
export interface Signer {
  /** Who it is, in the words of the file; empty if it does not say. */
  readonly name: string
  readonly type: string
  readonly publicKey: Buffer
  /** What the key may sign; anything if it does not say. */
  readonly namespaces?: readonly string[]
  readonly after?: Date
  readonly before?: Date
}

const TYPE = '(?:ssh|ecdsa|sk)-[a-z0-9@.-]+'
const KEY = `(${TYPE})[ \\t]+([A-Za-z0-9+/]+={0,2})(?:[ \\t]+(.*))?`
const PUBLIC_KEY = new RegExp(`^${KEY}$`)
const ALLOWED = new RegExp(`^([^\\s"]+)[ \\t]+(?:((?!${TYPE}[ \\t])(?:[^\\s"]|"[^"]*")+)[ \\t]+)?${KEY}$`)
const MOST_BYTES = 1 << 20

/** Reads a public key (`.pub`), or a file of allowed signers as `ssh-keygen -Y verify` takes it. What is not understood is refused. */
export function readSigners(path: string): readonly Signer[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile())
    fail('input', `there is no file ${path}`, 'Name a public key (.pub) or a file of allowed signers.')
  const text = stat.size > MOST_BYTES ? '\0' : readFileSync(path, 'utf8')
  const lines = text
    .split(/\r?\n/)
    .map((line, i) => ({ line: line.trim(), at: i + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
  const [first] = lines
  if (first === undefined || /[\x00-\x08\x0a-\x1f\x7f-\x9f]/.test(lines.map(({ line }) => line).join('')))
    fail('input', `${path} names no signers`, 'Name a public key (.pub) or a file of allowed signers.')
  const alone = PUBLIC_KEY.exec(first.line)
  if (alone) {
    if (lines.length > 1)
      fail(
        'input',
        `${path} begins with a public key and goes on`,
        'Put one key into a .pub; write several as allowed signers: NAME KEY.',
      )
    return [{ name: (alone[3] ?? '').trim(), ...keyIn(alone[1], alone[2], path, first.at) }]
  }
  return lines.map(({ line, at }) => {
    const match = ALLOWED.exec(line) ?? notUnderstood(path, at, 'it is no allowed signer')
    const [, name = '', options = '', type, key] = match
    return { name, ...keyIn(type, key, path, at), ...limits(options, path, at) }
  })
}

function keyIn(type = '', base64 = '', path: string, at: number): Pick<Signer, 'type' | 'publicKey'> {
  const publicKey = Buffer.from(base64, 'base64')
  if (publicKey.toString('base64') !== base64 || typeOf(publicKey) !== type)
    notUnderstood(path, at, 'its key is damaged')
  return { type, publicKey }
}

/** The options of a line. Each can only narrow what the key is good for, so one that is not understood must not be passed over. */
function limits(options: string, path: string, at: number): Pick<Signer, 'namespaces' | 'after' | 'before'> {
  const found: { namespaces?: string[]; after?: Date; before?: Date } = {}
  const next = /([A-Za-z-]+)(?:="([^"]*)")?(?:,(?=.)|$)/y
  while (next.lastIndex < options.length) {
    const [, word = '', value] = next.exec(options) ?? notUnderstood(path, at, 'its options are not')
    const option = word.toLowerCase()
    if (option === 'cert-authority') notUnderstood(path, at, 'it is a certificate authority; list the keys themselves')
    else if (option === 'namespaces' && value !== undefined && found.namespaces === undefined) {
      found.namespaces = value.split(',')
      if (/[*?!]/.test(value)) notUnderstood(path, at, 'it has patterns for namespaces; list them')
    } else if (option === 'valid-after' && value !== undefined && found.after === undefined)
      found.after =
        moment(value) ?? notUnderstood(path, at, 'valid-after is no time (YYYYMMDD or YYYYMMDDHHMM[SS], Z for UTC)')
    else if (option === 'valid-before' && value !== undefined && found.before === undefined)
      found.before =
        moment(value) ?? notUnderstood(path, at, 'valid-before is no time (YYYYMMDD or YYYYMMDDHHMM[SS], Z for UTC)')
    else notUnderstood(path, at, 'it has an option that is unknown, empty or there twice')
  }
  return found
}

/** A time as OpenSSH writes it: of this place unless a Z is behind it. */
function moment(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = match
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const utc = new Date(`${written}Z`)
  // The 31st of April would roll over into May.
  if (Number.isNaN(utc.getTime()) || !utc.toISOString().startsWith(written)) return undefined
  return zone === 'Z' ? utc : new Date(written)
}

function notUnderstood(path: string, at: number, why: string): never {
  fail(
    'refused',
    `line ${at} of ${path} is not understood: ${why}`,
    'Mend or remove the line; man ssh-keygen has the form under ALLOWED SIGNERS.',
  )
}
