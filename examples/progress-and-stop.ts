// Progress as it comes, a limit of time, and errors that say what to do.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, inspect, LetheError } from 'lethe'

const dir = mkdtempSync(join(tmpdir(), 'lethe-example-'))
const log = join(dir, 'log.tsv')
await generate({ users: 100, seed: 3, out: log, signal: AbortSignal.timeout(60_000) })

await inspect([log], { onStep: (step) => console.log(`now: ${step}`), threads: 1, memory: 2 ** 29 })

for (const call of [() => inspect([join(dir, 'nowhere.tsv')]), () => inspect([log], { signal: AbortSignal.abort() })])
  try {
    await call()
  } catch (error) {
    if (!(error instanceof LetheError)) throw error
    console.log(error.code, '-', error.message, '-', error.next ?? '')
  }
