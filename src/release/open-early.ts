import { opener } from '../crypto/shares/opener.js'
import { P } from '../crypto/shares/scheme.js'
import type { Engine } from '../engines/engine.js'
import { type Opening, openAll } from './open-shares.js'

/**
 * Tags that open with fewer than t shares, which none should: polynomials of every smaller degree are tried, or, where the secret is a
 * sum, the sum of what is there. The answer is whether somebody who tries the obvious can read early; a cunning mixture can hide from it.
 */
export async function openEarly(engine: Engine, opening: Omit<Opening, 'agreeing'>): Promise<number> {
  const early = new Set<string>()
  const { sharing } = opening
  for await (const tag of bySums(engine, opening)) early.add(tag)
  if (sharing.scheme !== 'unanimous')
    for (let t = 2; t < sharing.t; t++) {
      const { opened, rejected } = await openAll(engine, { ...opening, sharing: { ...sharing, t }, agreeing: true })
      for await (const [tags = []] of engine.stream(`SELECT lower(hex(tag)) FROM ${opened}`))
        for (const tag of tags) early.add(tag as string)
      await engine.run(`DROP TABLE ${opened}; DROP TABLE ${rejected}`)
    }
  return early.size
}

/** Tags whose text opens under the sum of fewer than t shares; under one share, where it is alone. */
async function* bySums(engine: Engine, { sharing, shares, texts }: Omit<Opening, 'agreeing'>): AsyncGenerator<string> {
  const open = opener(sharing.t).openText
  const most = sharing.scheme === 'unanimous' ? sharing.t - 1 : 1
  for await (const [tag = [], ys = [], text = []] of engine.stream(`
    SELECT lower(hex(tag)), ys, lower(hex(text)) FROM (
      SELECT tag, string_agg(DISTINCT lower(hex(y)), ',') AS ys FROM (${shares}) GROUP BY tag
      HAVING ${sharing.scheme === 'unanimous' ? 'count(DISTINCT x)' : 'count(DISTINCT y)'} <= ${most}) JOIN (${texts}) USING (tag)`))
    for (const [i, one] of tag.entries()) {
      const secret = String(ys[i])
        .split(',')
        .reduce((sum, y) => (sum + BigInt(`0x${y}`)) % P, 0n)
      const bytes = (value: unknown) => Buffer.from(String(value), 'hex')
      if (open(secret, bytes(one), bytes(text[i])) !== undefined) yield String(one)
    }
}
