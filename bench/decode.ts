import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decode } from '../src/run/decode.js'
import { encodeStream } from '../src/shares/stream/encode.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { staRs } from './peers/sta-rs.js'
import { KEY, SHARING, shuffledLog } from './shares.js'

const ROWS = 1_090_000

export const DECODE_PARTS: Readonly<Record<string, (path: string) => Promise<Sample>>> = {
  'decode-file': decodeFile,
  'encode-file': (path) => sample(() => encodeFile(path)),
}

/**
 * `lethe decode` whole, from the start of its process to the written file, against what sta-rs takes in memory to recover the queries of the same log. In
 * processor time, since one has threads and the other has none.
 */
export function decodeCommand(rows: number): Outcome {
  const log = shuffledLog(Math.min(rows, ROWS))
  const encoded = encodedFile(log)
  const peer = staRs()
  const turns = peer ? 3 : 1
  const told: Record<string, number> = {}
  const theirs = (): Sample => {
    if (!peer) return { seconds: Number.NaN, cpuSeconds: Number.NaN, peakMiB: 0 }
    const { recovering, making, rowsOpened } = peer(log, SHARING.t)
    Object.assign(told, { staMaking: round(making), staRowsOpened: rowsOpened })
    return { seconds: recovering, cpuSeconds: recovering, peakMiB: 0 }
  }
  const [own, limit] = bestInTurns([() => inChild('decode-file', [encoded]), theirs], turns)
  return {
    name: 'decode-command',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's of processor time',
    atMost: 1,
    peakMiB: own.peakMiB,
    detail: { rows: Math.min(rows, ROWS), ...told },
  }
}

/** All processor time of this process, its start included. */
async function decodeFile(path: string): Promise<Sample> {
  const dir = mkdtempSync(join(dirname(path), 'decoded-'))
  try {
    const { peakMiB } = await sample(() => decode([path], { out: join(dir, 'opened.tsv') }))
    const { user, system } = process.cpuUsage()
    const seconds = (user + system) / 1e6
    return { seconds, cpuSeconds: seconds, peakMiB }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function encodedFile(log: string): string {
  const path = encodedPath(log)
  if (!existsSync(path)) inChild('encode-file', [log])
  return path
}

function encodedPath(log: string): string {
  return log.replace(/\.tsv$/, `-t${SHARING.t}-encoded.tsv`)
}

async function encodeFile(log: string): Promise<void> {
  const path = encodedPath(log)
  const fd = openSync(`${path}.new`, 'w')
  await encodeStream(createReadStream(log), (bytes) => writeSync(fd, bytes), {
    ...{
      key: KEY,
      sharing: SHARING,
      rotation: 'none',
      link: 'none',
      time: 'day',
      zone: 'UTC',
      header: true,
      threads: 1,
    },
  })
  closeSync(fd)
  renameSync(`${path}.new`, path)
}
