import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InputOptions } from '../../src/ingest/index.js'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { inFolder } from '../spine.js'

export interface Made {
  readonly seconds: number
  readonly verifySeconds: number
  /** Per cent of the term occurrences that greedy keeps, and that are kept. */
  readonly greedy: number
  readonly kept: number
  /** What `verify` says of the combinations. */
  readonly holds: boolean
  readonly detail: string
}

/** The whole command: from a file to a release, and its verification unless that is not asked for. */
export async function made(
  path: string,
  params: Readonly<Record<string, unknown>>,
  input: InputOptions = {},
  verified = true,
): Promise<Made> {
  return inFolder(async (dir) => {
    const out = join(dir, 'release')
    const { seconds } = await release(
      [path],
      { plan: { steps: [{ method: 'km-deletion', params }], shows: {} }, out, seed: 1 },
      input,
    )
    const { of, greedy, kept } = JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8')).facts.km
    const started = performance.now()
    const { checks } = verified ? await verify(out) : { checks: [] }
    const combinations = checks.find(({ name }) => name === 'combinations')
    return {
      seconds,
      verifySeconds: (performance.now() - started) / 1000,
      greedy: (100 * greedy.occurrences) / of.occurrences,
      kept: (100 * kept.occurrences) / of.occurrences,
      holds: combinations?.holds === true,
      detail: combinations?.detail ?? '',
    }
  })
}
