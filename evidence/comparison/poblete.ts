import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultHost } from '../../src/generate/sites.js'
import { hashText, Stream } from '../../src/generate/stream.js'
import { buildWorld } from '../../src/generate/world.js'
import { parametersOf } from '../../src/generate/worlds.js'
import { poblete } from '../micro/baselines.js'
import { kept, linkage, subjectOf } from '../micro/figures.js'
import { onGenerated } from '../micro/log.js'

const KS = [2, 5, 10, 20, 40] as const
const RESULTS = 50

export interface Removed {
  readonly k: number
  readonly documents: 'clicked' | 'returned' | 'returned, none shared'
  readonly rows: number
  readonly users: number
  readonly rl: number
}

/** [Erola13] §5.5.2.3: Poblete's removal where documents are those that were clicked, and where they are those that an engine returns; and where every click is on a page of its own query, so that no two queries share one. */
export async function removed(users: number): Promise<Removed[]> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-results-'))
  try {
    return await onGenerated(users, async (ground) => {
      const world = buildWorld(parametersOf('web', {}))
      const results = join(dir, 'results.tsv')
      // A query that is asked for by few has fewer results: from one to all of fifty, by chance, the same for everybody.
      const lines = ground.histories.queries.map((text) => {
        const most = 1 + new Stream(world.key, hashText(text), 11).below(RESULTS)
        return Array.from(
          { length: most },
          (_, i) => `${text}\thttp://${resultHost(world.lexicon, world.key, text, i + 1)}/\n`,
        ).join('')
      })
      writeFileSync(results, lines.join(''))
      const own = 'own_documents'
      await ground.session.engine.materialise(
        own,
        `SELECT * REPLACE (CASE WHEN url IS NULL THEN NULL ELSE url || '/' || md5(query) END AS url) FROM ${ground.log.table}`,
      )
      const found: Removed[] = []
      for (const [documents, log, more] of [
        ['clicked', ground.log, {}],
        ['returned', ground.log, { results }],
        ['returned, none shared', { ...ground.log, table: own }, { results }],
      ] as const)
        for (const k of KS) {
          const released = await poblete({ ...ground, log }, k, more)
          const { rows, users: left } = await kept(ground, released)
          const { rl } = await linkage(await subjectOf(ground, released), ground)
          found.push({ k, documents, rows: 100 * rows, users: 100 * left, rl })
        }
      return found
    })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
