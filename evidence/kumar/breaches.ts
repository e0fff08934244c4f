import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Breaches } from '../../src/attacks/invert-tokens/breaches.js'
import { writeLog } from '../../src/generate/index.js'
import { attack } from '../../src/run/attack.js'
import { release } from '../../src/run/release/index.js'
import { table } from '../tokens/tables.js'

/** What is opened by a vocabulary, and the rows and sessions of the release. */
export interface Revealed {
  readonly rows: number
  readonly sessions: number
  readonly few: Required<Breaches>
  readonly many: Required<Breaches>
}

/** [Kumar07] §5: what the opened part of a release tells, counted over what the published attack guessed right. */
export async function revealed(
  people: number,
  world: string,
  [some, most]: readonly [number, number],
): Promise<Revealed> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-tokens-'))
  try {
    const [log, reference, out] = [join(dir, 'log.tsv'), join(dir, 'reference.tsv'), join(dir, 'release')]
    await writeLog({ users: people, seed: 31, days: 1, start: '2006-05-10', world }, { out: log })
    await writeLog({ users: people, seed: 32, days: 1, start: '2006-05-03', world }, { out: reference })
    const plan = { steps: [{ method: 'token-hash', params: {} }], shows: {} }
    const { kept } = await release([log], { plan, out, ephemeralKey: true, truth: true, shows: { link: 'session' } })
    const told = async (vocabulary: number) => {
      const result = await attack('invert-tokens', out, {
        params: { model: 'published', vocabulary, expandFrom: some, breaches: true },
        reference: [reference],
        truth: `${out}.private`,
      })
      return (result.scored as { breaches: Required<Breaches> }).breaches
    }
    return { rows: kept.rows, sessions: kept.users ?? 0, few: await told(some), many: await told(most) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const words = (key: string) => key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** [Kumar07] Tables 6 (sessions, the smaller vocabulary) and 7 (distinct entities, the larger one). */
export function revealedTables({ few, many }: Revealed): string {
  const count = (of: Readonly<Record<string, number>>) => Object.values(of).map((value) => value.toLocaleString('en'))
  return [
    table(Object.keys(few.sessions).map(words), [count(few.sessions)]),
    table(Object.keys(many.queries).map(words), [count(many.queries)]),
  ].join('\n\n')
}
