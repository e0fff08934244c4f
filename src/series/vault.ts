import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import type { Session } from '../engines/session.js'
import { fresh } from '../engines/sql.js'
import { secureRandom } from '../random/secure.js'

const NONCE = 12
const TAG = 16

/** A key for one purpose from that of a stretch. */
export function keyFor(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(`lethe series\0${purpose}`).digest())
}

/** Bytes that only the key opens, and only under the name that they were sealed with: AES-256-GCM. */
export function seal(key: Uint8Array, name: string, bytes: Uint8Array): Uint8Array {
  const nonce = secureRandom().bytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, 'seal'), nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function open(key: Uint8Array, name: string, bytes: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, 'seal'), bytes.subarray(0, NONCE))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
}

/** The rows of a query, sealed. */
export async function sealed(sql: string, key: Uint8Array, name: string, session: Session): Promise<Uint8Array> {
  const path = join(session.workspace.dir, `${fresh('sealing')}.parquet`)
  await session.engine.write(sql, path, 'parquet')
  return seal(key, name, readFileSync(path))
}

/** A sealed file: where it lies, what opens it, and the name that it was sealed with. */
export interface SealedFile {
  readonly path: string
  readonly key: Uint8Array
  readonly name: string
}

/** Rows of sealed files, as a subquery for FROM. They lie open in the run's private folder until it ends. */
export async function opened(files: readonly SealedFile[], session: Session): Promise<string> {
  const paths = files.map(({ path, key, name }) => {
    const out = join(session.workspace.dir, `${fresh('opened')}.parquet`)
    writeFileSync(out, unsealed(path, key, name), { mode: 0o600 })
    return out
  })
  return (await session.engine.parquet(paths)).from
}

function unsealed(path: string, key: Uint8Array, name: string): Uint8Array {
  try {
    return open(key, name, readFileSync(path))
  } catch (cause) {
    return fail(
      'refused',
      `what the series remembers in ${path} is gone or damaged`,
      'Put it back from a copy: without it the bounds cannot be kept. Where there is none, begin another series.',
      cause,
    )
  }
}
