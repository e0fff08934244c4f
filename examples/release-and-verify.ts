// Looks at a log, makes a release of it, and checks what it promises: alone, then against the log.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explain, generate, inspect, planFrom, release, verify } from 'lethe'

const dir = mkdtempSync(join(tmpdir(), 'lethe-example-'))
const log = join(dir, 'log.tsv')
await generate({ users: 200, seed: 1, out: log }) // made up; take your own

const { rows, users, keptAt } = await inspect([log])
console.log(
  `${rows} rows of ${users} persons; ${keptAt.find(({ k }) => k === 5)?.rows} hold a query that 5 of them asked`,
)

const plan = planFrom({ steps: [{ method: 'scrub' }, { method: 'rare-queries', k: 5 }] }, 'my plan')
console.log((await explain(plan)).guarantee.sentence)

const out = join(dir, 'shared')
const made = await release([log], { plan, out, format: 'tsv' })
console.log(`${made.kept.rows} of ${made.of.rows} rows are left, in ${made.dir}`)

const alone = await verify(out) // its private folder is beside it
const against = await verify(out, { against: [log] })
console.log({ alone: alone.holds, against: against.holds })
