import { noRows } from '../../engines/dialect/index.js'
import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { P } from '../scheme.js'
import { type Opening, openAll } from './all.js'
import { opener } from './opener.js'

/**
 * Tags that open with fewer than t shares, which none should: polynomials of every smaller degree are tried, or, where the secret is a
 * sum, the sum of what is there. The answer is whether somebody who tries the obvious can read early; a cunning mixture can hide from it.
 */
export async function openEarly(engine: Engine, opening: Omit<Opening, 'agreeing'>): Promise<number> {
  if (opening.sharing.scheme === 'unanimous') return openBySums(engine, opening)
  const { sharing } = opening
  const [some, early] = [fresh('some_shares'), fresh('early')]
  // Where t shares do not lie on a polynomial of a smaller degree, more do not either.
  await engine.materialise(
    some,
    `SELECT * FROM (${opening.shares}) QUALIFY row_number() OVER (PARTITION BY tag) <= ${sharing.t}`,
  )
  await engine.materialise(early, noRows({ tag: 'bytes' }))
  for (let t = 1; t < sharing.t; t++) {
    const smaller = { ...opening, shares: `SELECT * FROM ${some}`, sharing: { ...sharing, t }, agreeing: true as const }
    const { opened, rejected } = await openAll(engine, smaller)
    await engine.insert(early, `SELECT tag FROM ${opened}`)
    await engine.drop(opened, rejected)
  }
  const [found] = await engine.all<{ n: number }>(`SELECT count(DISTINCT tag) AS n FROM ${early}`)
  await engine.drop(some, early)
  return found?.n ?? 0
}

/** Tags whose text opens under the sum of the shares of fewer than t buckets. */
async function openBySums(engine: Engine, { sharing, shares, texts }: Omit<Opening, 'agreeing'>): Promise<number> {
  const open = opener(sharing.t).openText
  const bytes = (value: unknown) => Buffer.from(String(value), 'hex')
  let early = 0
  for await (const [tag = [], ys = [], text = []] of engine.stream(`
    SELECT lower(hex(tag)), ys, lower(hex(text)) FROM (
      SELECT tag, string_agg(DISTINCT lower(hex(y)), ',') AS ys FROM (${shares}) GROUP BY tag
      HAVING count(DISTINCT x) < ${sharing.t}) JOIN (${texts}) USING (tag)`))
    for (const [i, one] of tag.entries()) {
      const secret = String(ys[i])
        .split(',')
        .reduce((sum, y) => (sum + BigInt(`0x${y}`)) % P, 0n)
      if (open(secret, bytes(one), bytes(text[i])) !== undefined) early++
    }
  return early
}
