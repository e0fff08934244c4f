// The same from plain JavaScript: what is promised before anything is read, and a log that identifies people.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explain, generate, planFrom, scan, scanText } from 'lethe'

const dir = mkdtempSync(join(tmpdir(), 'lethe-example-'))
const log = join(dir, 'log.tsv')
await generate({ users: 100, seed: 4, out: log })

const plan = planFrom({ steps: [{ method: 'zealous', epsilon: 1, delta: 1e-5 }] }, 'my plan')
console.log((await explain(plan)).guarantee.sentence)
console.log(scanText(await scan([log])))
