import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { linesOf, sieve } from './index.js'
import type { Lines } from './pool.js'
import type { Vocabulary } from './vocabulary.js'

const passing = sieve(workerData as Vocabulary)
let room: Buffer = Buffer.alloc(0)

parentPort?.on('message', (lines: Lines) => parentPort?.postMessage(sifted(lines)))

function sifted({ path, from, to }: Lines): string[] {
  const bytes = to - from
  if (room.length < bytes) room = passing.room(bytes)
  const file = openSync(path, 'r')
  try {
    for (let held = 0; held < bytes; ) {
      const read = readSync(file, room, held, bytes - held, from + held)
      if (read === 0) throw new Error('a file of lines ended too early')
      held += read
    }
  } finally {
    closeSync(file)
  }
  return [...new Set(linesOf(passing.pass(bytes).left))]
}
