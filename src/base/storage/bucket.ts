import { s3Client } from '../s3-client.js'
import type { Storage } from './storage.js'

const MOST_AT_ONCE = 1000

/** A folder of a bucket, which the cluster reaches by keys of its own. */
export async function bucketStorage(bucket: string, folder: string): Promise<Storage> {
  const s3 = await s3Client()
  const sdk = await import('@aws-sdk/client-s3')
  const key = (name: string) => ({ Bucket: bucket, Key: `${folder}/${name}` })
  const put = (name: string, content: string | Uint8Array, more: { readonly IfNoneMatch?: string } = {}) =>
    s3.send(new sdk.PutObjectCommand({ ...key(name), Body: content, ...more }))
  return {
    async list() {
      const names: string[] = []
      const pages = sdk.paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: `${folder}/` })
      for await (const { Contents = [] } of pages)
        names.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(folder.length + 1)])))
      return names.sort()
    },
    async read(name) {
      const { Body } = await s3.send(new sdk.GetObjectCommand(key(name)))
      return (await Body?.transformToByteArray()) ?? new Uint8Array()
    },
    async write(name, content) {
      await put(name, content)
    },
    async claim(name, content) {
      try {
        await put(name, content, { IfNoneMatch: '*' })
        return true
      } catch (cause) {
        const { httpStatusCode } =
          (cause as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata ?? {}
        if (httpStatusCode === 412 || httpStatusCode === 409) return false
        throw cause
      }
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += MOST_AT_ONCE) {
        const Objects = names.slice(from, from + MOST_AT_ONCE).map((name) => ({ Key: key(name).Key }))
        const { Errors = [] } = await s3.send(
          new sdk.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors.length > 0) throw new Error('objects stayed')
      }
    },
  }
}
