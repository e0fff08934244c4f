import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import { folderOf, isInStorage, openStorage } from '../base/storage/index.js'
import type { Session } from '../engines/session.js'
import { filesOf, openRelease, type Release } from '../release/reader.js'
import { trimmed } from '../release/shared-place.js'
import { SIGNATURE_FILE } from '../release/signing.js'

/**
 * Opens a release wherever it is. Of one in a storage the small files come here; its tables are read by the cluster, which hashes them where
 * they lie.
 */
export async function openAnywhere(path: string, { engine, workspace }: Session): Promise<Release> {
  if (!isInStorage(path)) return openRelease(path)
  const { cluster } = engine
  if (cluster === undefined) {
    const folder = folderOf(path)
    if (folder !== undefined) return openRelease(folder)
    fail('usage', `${path} is read by a cluster`, 'Name it with --engine sc://HOST:PORT, or copy the release here.')
  }
  const place = trimmed(path)
  const storage = await openStorage(place)
  const there = await storage.list()
  if (!there.includes('manifest.json'))
    fail(
      'input',
      `${place} has no manifest.json`,
      'Without it there is no release: it was not finished, or lies elsewhere.',
    )
  const dir = mkdtempSync(join(workspace.dir, 'release-'))
  for (const file of ['manifest.json', 'SHA256SUMS', SIGNATURE_FILE])
    if (there.includes(file)) writeFileSync(join(dir, file), await storage.read(file))
  const { manifest } = openRelease(dir)
  const digests = new Map<string, string>()
  for (const table of manifest.parts ? manifest.files : [])
    for (const { file, sha256 } of await cluster.filesAt(`${place}/${table}`)) digests.set(`${table}/${file}`, sha256)
  // Whatever else lies there is part of what is shown: a sum that nobody has stands for it.
  const known = new Set([...filesOf(manifest), 'manifest.json', 'SHA256SUMS', SIGNATURE_FILE])
  for (const file of there) if (!known.has(file) && !digests.has(file)) digests.set(file, '')
  return { dir, manifest, shared: { place, digests } }
}
