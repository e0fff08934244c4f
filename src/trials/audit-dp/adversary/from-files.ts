import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TrialContext } from '../../trial.js'
import type { ReleaseFile, Visible } from './index.js'

const COLUMNS = { user: 'user', query: 'query', time: 'time', url: 'url' }

/** Makes releases of files as the program does, in a folder that goes away after, and tells what anyone sees of them. */
export function fromFiles({ dir: within, release, signal }: TrialContext): {
  readonly dir: string
  readonly release: ReleaseFile
} {
  const dir = join(within, 'adversary')
  mkdirSync(dir, { mode: 0o700 })
  return {
    dir,
    release: async (path, format) => {
      const out = join(dir, 'release')
      try {
        await release({ path, format, columns: COLUMNS }, out)
        return visible(out)
      } catch (cause) {
        if (signal?.aborted) throw cause
        return { failed: true }
      } finally {
        for (const made of [out, `${out}.private`]) rmSync(made, { recursive: true, force: true })
      }
    },
  }
}

/** The items of a release, and what else stands in its public folder but for checksums, which follow from the noise. */
function visible(dir: string): Visible {
  const rows = readFileSync(join(dir, 'data.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const items = rows.map((line) => {
    const { count, ...texts } = JSON.parse(line) as Record<string, unknown>
    return [String(texts.item), Number(count ?? 1)] as const
  })
  const beside = readdirSync(dir)
    .sort()
    .map((file) =>
      file === 'manifest.json' ? readFileSync(join(dir, file), 'utf8').replace(/[0-9a-f]{64}/g, '') : file,
    )
  return { failed: false, items, beside: beside.join('\n') }
}
