import { randomBytes } from 'node:crypto'
import { fail } from '../base/errors.js'
import { isShared, openStorage, type Storage } from '../base/storage/index.js'
import type { Cluster, Engine } from '../engines/engine.js'
import { SIGNATURE_FILE } from './signing.js'

/** Says that a release is being made here. Whatever lies beside it, and there is no manifest, was left by a run that ended too soon. */
export const UNFINISHED = 'lethe-unfinished.json'

/** A place in a storage that is ours until a release is there, or nothing. */
export interface SharedPlace {
  readonly storage: Storage
  /** Refuses where another run has taken it meanwhile, which it may when ours was not heard of for long. */
  hold(): Promise<void>
  /** Removes all that was written; what another run has there by now stays. */
  abandon(): Promise<void>
}

/** The cluster that writes to a storage; refuses where the work is done here. */
export function clusterFor(engine: Engine, place: string): Cluster {
  return (
    engine.cluster ??
    fail(
      'refused',
      `${place} is a place of a storage, and a cluster writes there`,
      'Name the cluster with --engine sc://HOST:PORT, or a folder of this machine with -o DIR.',
    )
  )
}

/** Takes a place for a release before a log is read: it must be empty, writable here, and the same to the cluster. */
export async function takePlace(engine: Engine, place: string): Promise<SharedPlace> {
  const cluster = clusterFor(engine, place)
  const storage = await openStorage(place)
  await clearLeftovers(storage, cluster, place, false)
  const mark = `${JSON.stringify({ run: cluster.run, salt: randomBytes(8).toString('hex') })}\n`
  if (!(await storage.claim(UNFINISHED, mark)))
    fail('refused', `another run has begun to write to ${place}`, 'Choose another -o PLACE.')
  const { hold, abandon } = holding(storage, place, mark)
  try {
    const [seen] = await cluster.filesAt(`${trimmed(place)}/${UNFINISHED}`)
    if (seen === undefined)
      fail(
        'refused',
        `the cluster does not see what is written to ${place} from here`,
        'Name a storage that both reach, or a folder of this machine.',
      )
  } catch (cause) {
    await abandon()
    throw cause
  }
  return { storage, hold, abandon }
}

/** What whoever put a mark at a place may do there, for as long as the mark is his. */
export function holding(storage: Storage, place: string, mark: string): Pick<SharedPlace, 'hold' | 'abandon'> {
  const isMarked = async (there: readonly string[]) =>
    there.includes(UNFINISHED) && Buffer.from(await storage.read(UNFINISHED)).toString() === mark
  return {
    async hold() {
      if (!(await isMarked(await storage.list())))
        fail(
          'refused',
          `another run has taken ${place} meanwhile, since this one was not heard of for long`,
          'Choose another -o PLACE. Nothing was released.',
        )
    },
    async abandon() {
      const there = await storage.list()
      // Without a mark what lies there is of a run that ended well, or of nobody but us.
      if ((await isMarked(there)) || !(there.includes(UNFINISHED) || there.includes('manifest.json')))
        await storage.remove(there.filter(isOurs))
    },
  }
}

/** Removes what a run that ended too soon has left at a place; refuses a place where anything else is. True where something went. */
export async function clearLeftovers(
  storage: Storage,
  cluster: Pick<Cluster, 'isUnderWay'>,
  place: string,
  all: boolean,
): Promise<boolean> {
  const there = (await storage.list()).filter((file) => file !== '') // a bucket's mark of an empty folder is nothing
  if (there.length === 0) return false
  const whole = there.includes('manifest.json')
  if (whole && !there.includes(UNFINISHED))
    fail('refused', `there is a release at ${place}`, 'Choose another -o PLACE.')
  if (!there.includes(UNFINISHED) || !there.every(isOurs))
    fail('refused', `${place} is not empty`, 'Choose another -o PLACE.')
  const run = await runAt(storage)
  if (!all && (run === undefined || (await cluster.isUnderWay(run))))
    fail(
      'refused',
      `another run is writing to ${place}`,
      'Choose another -o PLACE, or wait until it is done. If nobody is: lethe engine clean ADDRESS PLACE --all.',
    )
  // The mark goes last: whoever is stopped now leaves something that is still told to be ours.
  // Behind the manifest nothing but the mark was left to do.
  if (!whole) await storage.remove(there.filter((name) => name !== UNFINISHED))
  await storage.remove([UNFINISHED])
  return true
}

const SMALL = ['manifest.json', 'SHA256SUMS', SIGNATURE_FILE, UNFINISHED]

/** Is it the name of something that a run writes, or that file systems put beside it? Whatever else lies at a place is not ours to remove. */
export function isOurs(file: string): boolean {
  return (
    file === '' ||
    /^[^/]+\.parquet(_\$folder\$|\/.*)$/s.test(file) ||
    SMALL.some((one) => file === one || file === `.${one}.crc`)
  )
}

/** The run that marked a place as its own; undefined where the mark says none. */
export async function runAt(storage: Pick<Storage, 'read'>): Promise<string | undefined> {
  const mark = Buffer.from(await storage.read(UNFINISHED)).toString()
  return /^\{"run":"(lethe_[a-z0-9_]+)",/.exec(mark)?.[1]
}

/** A place without the slashes at its end. */
export function trimmed(place: string): string {
  return isShared(place) ? place.replace(/\/+$/, '') : place
}
