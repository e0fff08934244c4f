import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLog } from '../../../src/generate/index.js'

/** Two generated logs of other people in a folder that goes afterwards. */
export async function withLogs<T>(
  users: number,
  work: (logs: { readonly dir: string; readonly log: string; readonly reference: string }) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-tokens-'))
  try {
    const [log, reference] = [join(dir, 'log.tsv'), join(dir, 'reference.tsv')]
    await writeLog({ users, seed: 21 }, { out: log })
    await writeLog({ users, seed: 22 }, { out: reference })
    return await work({ dir, log, reference })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
