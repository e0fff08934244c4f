import { join } from 'node:path'
import { writeLog } from '../../src/generate/index.js'
import { decode } from '../../src/run/decode.js'
import { release } from '../../src/run/release/index.js'

export interface Sharing {
  readonly rows: number
  readonly encoding: number
  readonly decoding: number
  readonly tags: number
  readonly opened: number
}

/** Rows that a person has on average in 92 days. */
const ROWS_EACH = 50

/** [Adar07] §5.3: about so many rows shared (shamir, n = 10, t = 3) and opened again. */
export async function sharing(world: string, rows: number, dir: string): Promise<Sharing> {
  const [log, out] = [join(dir, 'rows.tsv'), join(dir, 'shared')]
  await writeLog({ users: Math.ceil(rows / ROWS_EACH), seed: 7, world }, { out: log })
  const plan = { steps: [{ method: 'secret-shares', params: { t: 3, scheme: 'shamir', n: 10 } }], shows: {} }
  const before = performance.now()
  const { of } = await release([log], { plan, out, ephemeralKey: true })
  const encoding = (performance.now() - before) / 1000
  const { tags, opened, seconds } = await decode([out], { out: join(dir, 'opened.tsv') })
  return { rows: of.rows, encoding, decoding: seconds, tags, opened }
}

export function sharingText({ rows, encoding, decoding, tags, opened }: Sharing): string {
  return `§5.3: one million rows took 821 minutes to encode (shamir, n = 10, t = 3) and under a minute to decode, on four cores of 2007. Ours: ${rows.toLocaleString('en-US')} rows read, shared and written as a release in ${encoding.toFixed(1)} s,
${opened.toLocaleString('en-US')} of ${tags.toLocaleString('en-US')} queries opened in ${decoding.toFixed(1)} s, on two cores beside other work; more of them: [how fast](speed.md).`
}
