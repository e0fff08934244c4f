import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'

// `npm test` repeats, so that a red run is about the change at hand; `npm run test:full` explores with fresh seeds.
if (process.env.LETHE_EXPLORE === undefined) fc.configureGlobal({ seed: 20060301 })

// Whatever tests release is not entered into the ledger of whoever runs them.
process.env.LETHE_LEDGER ??= join(tmpdir(), `lethe-test-ledger-${process.pid}`)
