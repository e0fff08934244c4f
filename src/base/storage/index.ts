import { fileURLToPath } from 'node:url'
import { schemeOf } from '../address.js'
import { fail, LetheError } from '../errors.js'
import { bucketStorage } from './bucket.js'
import { folderStorage } from './folder.js'
import type { Storage } from './storage.js'

export type { Storage } from './storage.js'

/** Is it a place of a shared storage, and no folder of this machine? */
export function isShared(place: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(place)
}

/** Is a release meant that lies in a storage? Logs have addresses of other kinds. */
export function isInStorage(path: string): boolean {
  return isShared(path) && schemeOf(path) === undefined
}

/** What a place of the form file:///a/b is called on this machine. */
export function folderOf(place: string): string | undefined {
  if (!/^file:/i.test(place)) return undefined
  const plain = place.replace(/^file:\/*/i, 'file:///').replace(/\/+$/, '')
  return URL.canParse(plain) ? fileURLToPath(plain) : fail('usage', 'that is no place of a storage', NEXT)
}

const NEXT = 'Write it as in s3a://bucket/folder or file:///shared/folder.'

/** Opens a folder of a storage by its address: file:///... or s3a://bucket/..., by the keys of the environment. */
export async function openStorage(place: string): Promise<Storage> {
  const folder = folderOf(place)
  if (folder !== undefined) return told(place, folderStorage(folder))
  const [, bucket = '', key = ''] = /^s3[an]?:\/\/([^/@]+)\/(.*?)\/*$/i.exec(place) ?? []
  if (bucket === '' || key === '')
    fail(
      'usage',
      `a release cannot be written to ${kindOf(place)}: not the data, but its small files are written from here`,
      NEXT,
    )
  return told(place, await bucketStorage(bucket, key))
}

function kindOf(place: string): string {
  return /^([a-z][a-z0-9+.-]*):/i.exec(place)?.[1] ?? 'that place'
}

/** Whatever goes wrong there is told without what a server says. */
function told(place: string, storage: Storage): Storage {
  const next = /^s3/i.test(place)
    ? 'Check bucket and rights here as well as on the cluster: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL.'
    : 'Check that the folder can be written here, and that it is the one that the cluster sees.'
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args)
      } catch (cause) {
        throw cause instanceof LetheError
          ? cause
          : new LetheError('output', `${place} cannot be reached from here`, { next, cause })
      }
    }
  return {
    list: guarded(storage.list),
    read: guarded(storage.read),
    write: guarded(storage.write),
    claim: guarded(storage.claim),
    remove: guarded(storage.remove),
  }
}
