import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../src/random/seeded.js'

const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fi fo fu ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  )
const WORDS = 60_000
const HEAD = 300_000

/** An AOL-shaped file with a Zipf head and a long tail of queries asked once; made once and kept for the next run. */
export function zipfLog(rows: number): string {
  const dir = join(tmpdir(), 'lethe-bench')
  const path = join(dir, `zipf-1-${rows}.tsv`)
  if (existsSync(path)) return path
  mkdirSync(dir, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const fd = openSync(unfinished, 'w')
  let lines = ['AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n']
  for (const line of rowsOf(rows)) {
    lines.push(line)
    if (lines.length === 20_000) {
      writeSync(fd, lines.join(''))
      lines = []
    }
  }
  writeSync(fd, lines.join(''))
  closeSync(fd)
  renameSync(unfinished, path)
  return path
}

function* rowsOf(rows: number): Generator<string> {
  const random = seededRandom(20060301)
  const draw = () => random.uint32() / 2 ** 32
  let user = 100_000
  let left = 0
  let time = 0
  for (let row = 0; row < rows; row++) {
    if (left-- === 0) {
      user++
      left = Math.floor(-Math.log(1 - draw()) * 54)
      time = Math.floor(draw() * 10 * 86_400)
    }
    time += 5 + Math.floor(draw() ** 6 * 3 * 86_400)
    const query = draw() < 0.42 ? Math.floor(HEAD ** draw()) : Math.floor(draw() ** 1.4 * rows * 0.9)
    const click = draw() < 0.5 ? `${1 + Math.floor(10 * draw() ** 2)}\thttp://www.site${query % 90_000}.example` : '\t'
    yield `${user}\t${text(query)}\t${stamp(time % (92 * 86_400))}\t${click}\n`
  }
}

function text(query: number): string {
  let hash = Math.imul(query + 1, 2654435761) >>> 0
  const words: string[] = []
  for (let left = 1 + (hash % 4); left > 0; left--) {
    hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995) >>> 0
    words.push(word(Math.floor(WORDS ** (hash / 2 ** 32))))
  }
  return query > 2000 ? `${words.join(' ')} ${query.toString(36)}` : words.join(' ')
}

function word(n: number): string {
  let out = ''
  for (let rest = n; rest > 0 || out === ''; rest = Math.floor(rest / SYLLABLES.length))
    out += SYLLABLES[rest % SYLLABLES.length]
  return out
}

const START = Date.UTC(2006, 2, 1)

function stamp(second: number): string {
  return new Date(START + second * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
