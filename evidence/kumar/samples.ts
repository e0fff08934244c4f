import { availableParallelism } from 'node:os'
import type { Corpus } from '../../src/attacks/invert-tokens/corpus.js'
import { startWorkers } from '../../src/base/workers.js'
import { hashedAs, type Pair } from '../weaknesses/inversion.js'
import type { Sample } from './sample.js'

/** Counts of several samples, made side by side. */
export async function corpora(samples: readonly Sample[]): Promise<Corpus[]> {
  const threads = Math.min(samples.length, availableParallelism())
  const workers = startWorkers<Sample, Corpus>(new URL('./sample-worker.js', import.meta.url), undefined, threads)
  try {
    return await Promise.all(samples.map((sample) => workers.run(sample)))
  } finally {
    await workers.close()
  }
}

/** The first hashed, the second in clear. */
export async function pairOfSamples(hashed: Sample, reference: Sample): Promise<Pair> {
  const [hashes, known] = await corpora([hashed, reference])
  return { hashes: hashedAs(hashes!), reference: known! }
}
