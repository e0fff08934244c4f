import { randomInt } from 'node:crypto'
import { fresh } from '../engines/sql.js'
import type { ThresholdReveal } from '../release/guarantee.js'
import { openAll } from '../release/open-shares.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, ClaimedRelease } from './claim.js'
import { revealedInOriginal } from './revealed-in-original.js'

/** Shares, texts and rows as bytes, whatever file they came from. */
interface SharedTables {
  readonly rows: string
  readonly shares: string
  readonly texts: string
}

/**
 * A query can be read only once t persons have asked it. On the release alone: bytes have the sizes that exist, no share stands
 * twice, tags, shares and texts belong together, and every tag with t distinct shares opens to an authentic text. Against the
 * original: exactly the queries of t or more persons open, to the right text.
 */
export const thresholdRevealClaim: ClaimCheck<ThresholdReveal> = {
  async onRelease(on, claim) {
    const { engine, rows, side } = on
    const { shares, ciphertexts } = side
    if (!shares || !ciphertexts || !rows.columns.includes('tag'))
      return [{ name: 'tables of shares', holds: false, detail: 'shares or ciphertexts are missing', onClaim: true }]
    const tables: SharedTables = {
      rows: `(SELECT * REPLACE (TRY(unhex(tag)) AS tag) FROM ${rows.table})`,
      shares: `(SELECT TRY(unhex(tag)) AS tag, TRY(unhex(x)) AS x, TRY(unhex(y)) AS y FROM ${shares.table})`,
      texts: `(SELECT TRY(unhex(tag)) AS tag, TRY(unhex(text)) AS text FROM ${ciphertexts.table})`,
    }
    const malformed = await sizes(on, tables)
    if (malformed.holds === false) return [malformed]
    const opened = await openAll(engine, {
      sharing: claim,
      shares: `SELECT * FROM ${tables.shares}`,
      texts: `SELECT * FROM ${tables.texts}`,
      draw: (below) => randomInt(below),
      signal: undefined,
    })
    return [
      malformed,
      await distinctShares(on, tables),
      await belongTogether(on, tables),
      ...(on.persons === 'exact' ? [await sharesPerPseudonym(on, tables, claim)] : []),
      await opens(on, tables, claim, opened),
      ...(on.original ? await revealedInOriginal(on, tables.rows, claim, opened.opened, on.original) : []),
    ]
  },
}

const CLASSES = [32, 128, 512, 2048, 8192, 32_768, 131_072, 524_288]

async function one(on: ClaimedRelease, sql: string): Promise<number> {
  return (await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`))[0]?.n ?? 0
}

/** No size tells more than its class. */
async function sizes(on: ClaimedRelease, { rows, shares, texts }: SharedTables): Promise<Check> {
  const wrong =
    (await one(on, `SELECT 1 FROM ${rows} WHERE octet_length(tag) IS DISTINCT FROM 16`)) +
    (await one(
      on,
      `SELECT 1 FROM ${shares} WHERE octet_length(tag || x || y) IS DISTINCT FROM 48 OR octet_length(x) <> 16 OR octet_length(y) <> 16`,
    )) +
    (await one(
      on,
      `SELECT 1 FROM ${texts} WHERE octet_length(tag) IS DISTINCT FROM 16 OR coalesce(octet_length(text), 0) NOT IN (${CLASSES.join(', ')})`,
    ))
  return {
    name: 'sizes',
    holds: wrong === 0,
    detail:
      wrong === 0 ? 'tags, shares and texts have the sizes that exist' : `${count(wrong, 'value')} of another size`,
    ...(wrong === 0 ? {} : { onClaim: true as const }),
  }
}

async function distinctShares(on: ClaimedRelease, { shares, texts }: SharedTables): Promise<Check> {
  const twice = await one(on, `SELECT tag, x FROM ${shares} GROUP BY tag, x HAVING count(*) > 1`)
  const texted = await one(on, `SELECT tag FROM ${texts} GROUP BY tag HAVING count(*) > 1`)
  const wrong = twice + texted
  return {
    name: 'each share once',
    holds: wrong === 0,
    detail:
      wrong === 0
        ? 'no share stands twice, and each tag has one text'
        : `${count(twice, 'share')} and ${count(texted, 'text')} stand more than once`,
  }
}

/** What belongs to no row would tell of somebody who is not in the data. */
async function belongTogether(on: ClaimedRelease, { rows, shares, texts }: SharedTables): Promise<Check> {
  const lone =
    (await one(on, `SELECT DISTINCT tag FROM ${rows} ANTI JOIN ${shares} USING (tag)`)) +
    (await one(on, `SELECT DISTINCT tag FROM ${rows} ANTI JOIN ${texts} USING (tag)`)) +
    (await one(on, `SELECT DISTINCT tag FROM ${shares} ANTI JOIN ${rows} USING (tag)`)) +
    (await one(on, `SELECT DISTINCT tag FROM ${texts} ANTI JOIN ${rows} USING (tag)`))
  return {
    name: 'tags',
    holds: lone === 0,
    detail:
      lone === 0 ? 'every tag has rows, shares and a text' : `${count(lone, 'tag')} without rows, shares or a text`,
  }
}

/** Where pseudonyms are persons, a tag has as many shares as persons (fewer only where the scheme lets points collide). */
async function sharesPerPseudonym(
  on: ClaimedRelease,
  { rows, shares }: SharedTables,
  { scheme }: ThresholdReveal,
): Promise<Check> {
  const exact = scheme === 'field' || scheme === 'oblivious'
  const wrong = await one(
    on,
    `SELECT 1 FROM (SELECT tag, count(*) AS n FROM ${shares} GROUP BY tag) s JOIN (SELECT tag, count(DISTINCT pseudonym) AS n FROM ${rows} GROUP BY tag) r
     ON s.tag = r.tag WHERE s.n ${exact ? '<>' : '>'} r.n`,
  )
  return {
    name: 'shares per person',
    holds: wrong === 0,
    detail: wrong === 0 ? 'no person has two shares of a query' : `${count(wrong, 'tag')} with shares of nobody`,
    onClaim: true,
  }
}

async function opens(
  on: ClaimedRelease,
  { shares }: SharedTables,
  { t }: ThresholdReveal,
  { opened }: { readonly opened: string },
): Promise<Check> {
  const ripe = fresh('ripe')
  await on.engine.run(`CREATE TABLE ${ripe} AS SELECT tag FROM ${shares} GROUP BY tag HAVING count(DISTINCT x) >= ${t}`)
  const shut = await one(on, `SELECT 1 FROM ${ripe} ANTI JOIN ${opened} USING (tag)`)
  const all = await one(on, `SELECT 1 FROM ${ripe}`)
  return {
    name: `tags with ${t} shares`,
    holds: shut === 0,
    detail:
      shut === 0
        ? `each of ${all} tags with ${t} shares or more opens to an authentic text; no other can be opened`
        : `${count(shut, 'tag')} of ${all} with ${t} shares or more do not open`,
    onClaim: true,
  }
}
