import type { Source } from '../log/log.js'
import type { PrivateFolder } from '../release/private-folder.js'

/** What tells a log that is at hand. */
export type LogSource = Pick<Source, 'digests' | 'bytesThere' | 'rowsDigest' | 'found'>

/** Is it the log that a release was made from? Undefined where nobody knows. */
export async function isOfTheRun(folder: PrivateFolder, source: LogSource | undefined): Promise<boolean | undefined> {
  if (source === undefined || folder.kind !== 'bound') return undefined
  const files = folder.record.input?.files ?? []
  const [first] = files
  if (first?.rows !== undefined) {
    const theirs = await source.rowsDigest?.(first.rows)
    return theirs === undefined ? undefined : theirs === first.sha256
  }
  const ours = files.map(({ sha256 }) => sha256)
  const theirs = source.bytesThere ? await source.bytesThere() : (await source.digests()).map(({ sha256 }) => sha256)
  if (theirs === undefined || ours.length === 0 || theirs.length === 0) return undefined
  return ours.sort().join() === theirs.toSorted().join()
}
