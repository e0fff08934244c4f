import { spawnSync } from 'node:child_process'
import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { encodeStream } from '../src/shares/stream/encode.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { staRs } from './peers/sta-rs.js'
import { KEY, SHARING, shuffledLog } from './shares.js'

const ROWS = 1_090_000

export const DECODE_PARTS: Readonly<Record<string, (path: string) => Promise<Sample>>> = {
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
  const turns = peer ? 2 : 1
  const told: Record<string, number> = {}
  const theirs = (): Sample => {
    if (!peer) return { seconds: Number.NaN, cpuSeconds: Number.NaN, peakMiB: 0 }
    const { recovering, making, rowsOpened } = peer(log, SHARING.t)
    Object.assign(told, { staMaking: round(making), staRowsOpened: rowsOpened })
    return { seconds: recovering, cpuSeconds: recovering, peakMiB: 0 }
  }
  const [own, limit] = bestInTurns([() => decoded(encoded), theirs], turns)
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

/** Tells what a process took when it ends. */
const AT_EXIT = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,JSON.stringify({seconds:(user+system)/1e6,peak:process.resourceUsage().maxRSS}))})`

/** All processor time of the command, its start included. */
function decoded(path: string): Sample {
  const dir = mkdtempSync(join(dirname(path), 'decoded-'))
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  try {
    const words = ['--import', AT_EXIT, main, 'decode', path, '-o', join(dir, 'opened.tsv')]
    const ran = spawnSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
    if (ran.status !== 0) throw new Error('lethe decode failed')
    const { seconds, peak } = JSON.parse(ran.output[3] ?? '') as { readonly seconds: number; readonly peak: number }
    return { seconds, cpuSeconds: seconds, peakMiB: Math.round(peak / 1024) }
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
