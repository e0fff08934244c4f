import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { commit, journalOf, partialOf } from '../base/commit.js'
import { fail } from '../base/errors.js'
import type { Workspace } from '../base/workspace.js'
import { cast } from '../engines/dialect/index.js'
import type { Engine } from '../engines/engine.js'
import { name } from '../engines/sql.js'
import type { PrivateRecord } from './manifest.js'
import { clusterFor, isOurs, type SharedPlace, trimmed, UNFINISHED } from './shared-place.js'
import { SIGNATURE_FILE } from './signing.js'
import { type Place, type ReleaseFiles, type TableFile, writePrivate } from './writer.js'

/**
 * Writes a release to a storage. The cluster writes the parts of each table where they are to stay and hashes them there; the small files are written from here, and
 * the manifest is the last of them: until it is there, nothing is. The private folder stays on this machine and takes its place just before.
 */
export async function writeShared(
  engine: Engine,
  workspace: Workspace,
  place: Place,
  { storage, hold }: SharedPlace,
  files: ReleaseFiles,
): Promise<PrivateRecord> {
  const cluster = clusterFor(engine, place.dir)
  const salt = randomBytes(6).toString('hex')
  const privateDir = resolve(place.privateDir)
  const [privatePart, journal] = [partialOf(privateDir, salt), journalOf(privateDir, salt)]
  for (const path of [privatePart, journal]) workspace.own(path)
  try {
    mkdirSync(privatePart, { mode: 0o700 })
    const parts: Record<string, string[]> = {}
    const digests: Record<string, string> = {}
    for (const table of files.tables) {
      await hold()
      const written = await cluster.writeParts(typed(table), `${trimmed(place.dir)}/${table.file}`)
      parts[table.file] = written.map(({ file }) => file)
      for (const { file, sha256 } of written) digests[`${table.file}/${file}`] = sha256
    }
    await hold()
    await removeOthers(storage, Object.keys(digests))
    const manifest = `${JSON.stringify(inOrder(files, parts), null, 2)}\n`
    digests['manifest.json'] = createHash('sha256').update(manifest).digest('hex')
    const sums = Object.entries(digests)
      .map(([file, sum]) => `${sum}  ${file}\n`)
      .join('')
    await storage.write('SHA256SUMS', sums)
    if (files.sign) await storage.write(SIGNATURE_FILE, files.sign(Buffer.from(sums)))
    const record = await writePrivate(engine, privatePart, files, digests)
    await hold()
    if (commit(journal, [{ from: privatePart, to: privateDir }], false) === 'undone')
      fail('refused', `${place.privateDir} appeared meanwhile`, 'Choose another --private DIR.')
    try {
      await storage.write('manifest.json', manifest)
      await storage.remove([UNFINISHED])
    } catch (cause) {
      await storage.remove(['manifest.json']).catch(() => undefined)
      rmSync(privateDir, { recursive: true, force: true })
      throw cause
    }
    return record
  } finally {
    rmSync(privatePart, { recursive: true, force: true })
  }
}

/** The manifest with its parts beside its files, where a reader looks for them. */
function inOrder({ manifest }: ReleaseFiles, parts: Readonly<Record<string, readonly string[]>>): object {
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([key, value]) =>
      key === 'files'
        ? [
            [key, value],
            ['parts', parts],
          ]
        : [[key, value]],
    ),
  )
}

/** Rows with the types that the manifest states, whatever sums have made of them. */
function typed({ sql, columns }: TableFile): string {
  const shown = columns.map(({ name: column, type }) =>
    type === 'integer' ? `${cast(name(column), 'long')} AS ${name(column)}` : name(column),
  )
  return `SELECT ${shown.join(', ')} FROM (${sql})`
}

/** What file systems put beside files that are written, such as sums of their own; and all parts must be there. */
async function removeOthers(storage: SharedPlace['storage'], parts: readonly string[]): Promise<void> {
  const there = await storage.list()
  const missing = parts.some((part) => !there.includes(part))
  if (missing || parts.length === 0)
    fail(
      'refused',
      'what the cluster wrote is not seen from here',
      'Name a storage that both reach. Nothing was released.',
    )
  if (!there.every(isOurs))
    fail(
      'refused',
      'something else appeared at the place of the release',
      'Choose another -o PLACE. Nothing was released.',
    )
  await storage.remove(there.filter((file) => file !== UNFINISHED && !parts.includes(file)))
}
