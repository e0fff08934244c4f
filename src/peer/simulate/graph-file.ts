import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { fail, fromSystem } from '../../base/errors.js'
import { Numbers } from '../../base/numbers.js'
import { type Graph, linkUp } from './graph.js'

/**
 * A graph from a file of friendships, one a line: two names with blanks, a tab, a comma or a semicolon between; `#` starts a comment;
 * `.gz` is unpacked. Friendships are mutual; ones told twice and ones with oneself count once and not at all.
 */
export async function readGraph(path: string): Promise<Graph> {
  const ids = new Map<string, number>()
  const id = (name: string) => {
    const known = ids.get(name)
    if (known !== undefined) return known
    ids.set(name, ids.size)
    return ids.size - 1
  }
  const ends = new Numbers()
  let line = 0
  try {
    const file = createReadStream(path)
    const input = path.endsWith('.gz') ? file.pipe(createGunzip()).once('error', () => file.destroy()) : file
    const failed = new Promise<never>((_, reject) => file.once('error', reject))
    failed.catch(() => {})
    await Promise.race([failed, once(input)])
    for await (const text of createInterface({ input })) {
      line++
      const trimmed = text.replace(/#.*/, '').trim()
      if (trimmed === '') continue
      const [a, b] = trimmed.split(/[\s,;]+/)
      if (a === undefined || b === undefined)
        fail(
          'input',
          `${path} has no two names in line ${line}`,
          'Write one friendship a line: two names, a blank between.',
        )
      ends.push(id(a))
      ends.push(id(b))
    }
  } catch (cause) {
    throw fromSystem(cause) ?? cause
  }
  if (ends.length === 0) fail('input', `${path} holds no friendships`, 'Write one a line: two names, a blank between.')
  return fromEnds(ids.size, ends.array())
}

/** Resolves when the stream can be read; rejects where it cannot. */
function once(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('end', resolve)
    stream.once('error', reject)
  })
}

/** Ends 2i and 2i + 1 are friends. */
export function fromEnds(users: number, ends: Uint32Array): Graph {
  const told = new Set<number>()
  const kept = new Uint32Array(ends.length)
  let made = 0
  for (let i = 0; i + 1 < ends.length; i += 2) {
    const a = Math.min(ends[i]!, ends[i + 1]!)
    const b = Math.max(ends[i]!, ends[i + 1]!)
    const friendship = a * 2 ** 26 + b
    if (a === b || told.has(friendship)) continue
    told.add(friendship)
    kept[made++] = a
    kept[made++] = b
  }
  return linkUp(users, kept.subarray(0, made))
}
