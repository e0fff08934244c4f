import { startWorkers } from '../../base/workers.js'
import { Search, TOP } from './search.js'
import { shared, type TextIndex } from './text-index.js'

/** What the index answers to each session: the sessions most like it, the best first. */
export interface Answers {
  /** Answers of session d: from TOP x d on, size[d] of them. */
  readonly doc: Uint32Array
  readonly similarity: Float32Array
  readonly size: Uint32Array
  /** All responses; exact up to 1,000. */
  readonly responses: Uint32Array
}

/** What a thread gets to know. */
export interface Asking {
  readonly index: TextIndex
  readonly answers: Answers
}

/** Sessions that a thread takes at once. */
const PART = 2000

export interface Part {
  readonly from: number
  readonly to: number
}

/** Asks the index about every session, in several threads where that is worth it. */
export async function askAll(index: TextIndex, threads: number, signal: AbortSignal | undefined): Promise<Answers> {
  const parts = Array.from({ length: Math.ceil(index.count / PART) }, (_, i) => ({
    from: i * PART,
    to: Math.min(index.count, (i + 1) * PART),
  }))
  if (threads <= 1 || parts.length <= 2) return askHere(index)
  const asking = { index, answers: noAnswers(index.count) }
  const workers = startWorkers<Part, unknown>(new URL('./worker.js', import.meta.url), asking, threads)
  try {
    await Promise.all(
      parts.map(async (part) => {
        if (!signal?.aborted) await workers.run(part)
      }),
    )
  } finally {
    await workers.close()
  }
  signal?.throwIfAborted()
  return asking.answers
}

/** The same in this thread. */
export function askHere(index: TextIndex): Answers {
  const asking = { index, answers: noAnswers(index.count) }
  asker(asking)({ from: 0, to: index.count })
  return asking.answers
}

function noAnswers(count: number): Answers {
  return {
    doc: shared(Uint32Array, count * TOP),
    similarity: shared(Float32Array, count * TOP),
    size: shared(Uint32Array, count),
    responses: shared(Uint32Array, count),
  }
}

/** Asks about a part of the sessions and writes down the answers. */
export function asker({ index, answers }: Asking): (part: Part) => void {
  const search = new Search(index)
  return ({ from, to }) => {
    for (let doc = from; doc < to; doc++) {
      answers.size[doc] = search.run(doc)
      search.write(answers.doc, answers.similarity, doc * TOP)
      answers.responses[doc] = search.responses
    }
  }
}
