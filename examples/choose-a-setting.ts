// Tries settings of one's own on a log, and finds the ones that keep the most of those that are safe enough.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fearsFrom, generate, recommend, recommendationText } from 'lethe'

const dir = mkdtempSync(join(tmpdir(), 'lethe-example-'))
const log = join(dir, 'log.tsv')
await generate({ users: 150, seed: 2, out: log })

const found = await recommend([log], {
  out: join(dir, 'compared'),
  grid: {
    grid: [{ method: 'rare-queries', k: [5, 30] }],
    attacks: ['read-identifying', 'inject-users'],
    measures: ['kept', 'autocomplete'],
  },
  fears: fearsFrom('reader,participant:10'),
})
console.log(recommendationText(found))
