import { allWith, antiJoin, fromHex, semiJoin, sizeOf } from '../engines/dialect/index.js'
import { countSelected, fresh } from '../engines/sql.js'
import { secureRandom } from '../random/secure.js'
import type { ThresholdReveal } from '../release/guarantee.js'
import { openAnywhere } from '../shares/open/anywhere.js'
import { P, type ShareScheme } from '../shares/scheme.js'
import { type Check, count, number } from './check.js'
import type { ClaimCheck, ClaimedRelease } from './claim.js'
import { revealedInOriginal } from './revealed-in-original.js'
import { bareTags, sealedRowsOfTheLog } from './sealed-rows.js'

/** Shares, texts and rows as bytes, whatever file they came from. */
interface SharedTables {
  readonly rows: string
  readonly shares: string
  readonly texts: string
}

/**
 * A query can be read only once t persons have asked it. On the release alone that can be refuted: sizes or points that do not exist, a
 * share that stands twice or contradicts the others, tags that open with fewer than t shares, or not with as many. Against the original what
 * opens is counted; that nobody else has shares of what stays closed, and that shares tell of nothing else, only log and key together
 * show: all shares are made again.
 */
export const thresholdRevealClaim: ClaimCheck<ThresholdReveal> = {
  async onRelease(on, claim) {
    const { engine, rows, side } = on
    const { shares, ciphertexts } = side
    if (!shares || !ciphertexts || !rows.columns.includes('tag'))
      return [{ name: 'tables of shares', holds: false, detail: 'shares or ciphertexts are missing', onClaim: true }]
    const tables: SharedTables = {
      rows: `(SELECT ${allWith([`${fromHex('tag')} AS tag`])} FROM ${rows.table})`,
      shares: `(SELECT ${fromHex('tag')} AS tag, ${fromHex('x')} AS x, ${fromHex('y')} AS y FROM ${shares.table})`,
      texts: `(SELECT ${fromHex('tag')} AS tag, ${fromHex('text')} AS text FROM ${ciphertexts.table})`,
    }
    const malformed = await sizes(on, tables)
    if (malformed.holds === false) return [malformed]
    const opening = {
      sharing: claim,
      shares: `SELECT * FROM ${tables.shares}`,
      texts: `SELECT * FROM ${tables.texts}`,
      draw: secureRandom().below,
      signal: undefined,
    }
    const { opened, rejected, early } = await openAnywhere(engine, opening, { early: true })
    return [
      malformed,
      await distinctShares(on, tables),
      await points(on, tables, claim),
      await onTheirPolynomials(on, opened, rejected),
      await belongTogether(on, tables),
      await bareTags(on),
      ...(on.persons.by === 'person' ? [await sharesPerPseudonym(on, tables, claim)] : []),
      await opens(on, tables, claim, opened),
      opensEarly(early, claim),
      ...(on.original
        ? [
            ...(await revealedInOriginal(on, tables.shares, claim, opened, on.original)),
            ...(await sealedRowsOfTheLog(on, { sealed: tables.rows, opened }, on.original)),
          ]
        : []),
      await behindTags(on, tables, opened, claim),
    ]
  },
}

function opensEarly(early: number, { t }: ThresholdReveal): Check {
  return {
    name: `tags with fewer than ${t} shares`,
    holds: early === 0,
    detail:
      early === 0
        ? 'no polynomial of a smaller degree opens any'
        : `${count(early, 'tag')} can be opened with fewer than ${t} shares`,
    onClaim: true,
  }
}

/** Whether t persons stand behind what is open, and how many behind what is closed. */
async function behindTags(
  on: ClaimedRelease,
  tables: SharedTables,
  opened: string,
  { scheme }: ThresholdReveal,
): Promise<Check> {
  const { again, original, persons } = on
  const name = 'persons behind the shares'
  if (again) {
    const strange =
      (await countSelected(
        on.engine,
        `SELECT tag, x, y FROM ${tables.shares} ${antiJoin(again.shares, 'USING (tag, x, y)')}`,
      )) +
      (await countSelected(
        on.engine,
        `SELECT tag, text FROM ${tables.texts} ${antiJoin(again.texts, 'USING (tag, text)')}`,
      ))
    return {
      name,
      holds: strange === 0,
      detail:
        strange === 0
          ? 'every share and every text is what the key makes of the log'
          : `${count(strange, 'share or text', 'shares and texts')} are not what the key makes of the log`,
      onClaim: true,
    }
  }
  const closed = await countSelected(
    on.engine,
    `SELECT DISTINCT tag FROM ${tables.rows} ${antiJoin(opened, 'USING (tag)')}`,
  )
  const all = await countSelected(on.engine, `SELECT DISTINCT tag FROM ${tables.rows}`)
  if (all === 0) return { name, holds: true, detail: 'nothing is shown', onClaim: true }
  if (original && closed === 0 && persons.known === 'run')
    return { name, holds: true, detail: 'no query stays closed, and what is open was counted', onClaim: true }
  return {
    name,
    holds: null,
    detail: !original
      ? 'how many persons are behind the shares of a tag, the release cannot show'
      : closed > 0
        ? `${count(closed, 'tag')} of ${number(all)} stay closed; who is behind their shares, only the key shows`
        : 'what is open was counted; that shares tell of persons and of nothing else, only the key shows',
    onClaim: true,
    // Of oblivious shares nobody has the key alone.
    ...(scheme === 'oblivious' ? {} : { toShow: 'Give the original and the key: --against LOG --key FILE.' }),
  }
}

const CLASSES = [32, 128, 512, 2048, 8192, 32_768, 131_072, 524_288]

/** No size tells more than its class. */
async function sizes(on: ClaimedRelease, { rows, shares, texts }: SharedTables): Promise<Check> {
  const wrong =
    (await countSelected(on.engine, `SELECT 1 FROM ${rows} WHERE ${sizeOf('tag')} IS DISTINCT FROM 16`)) +
    (await countSelected(
      on.engine,
      `SELECT 1 FROM ${shares} WHERE ${sizeOf('tag || x || y')} IS DISTINCT FROM 48 OR ${sizeOf('x')} <> 16 OR ${sizeOf('y')} <> 16`,
    )) +
    (await countSelected(
      on.engine,
      `SELECT 1 FROM ${texts} WHERE ${sizeOf('tag')} IS DISTINCT FROM 16 OR coalesce(${sizeOf('text')}, 0) NOT IN (${CLASSES.join(', ')})`,
    ))
  return {
    name: 'sizes',
    holds: wrong === 0,
    detail:
      wrong === 0 ? 'tags, shares and texts have the sizes that exist' : `${count(wrong, 'value')} of another size`,
  }
}

/** The largest point of a scheme; 0 is where the secret is. */
function largestPoint(scheme: ShareScheme, t: number, n: unknown): bigint {
  if (scheme === 'unanimous') return BigInt(t)
  return scheme === 'shamir' && Number.isSafeInteger(n) ? BigInt(n as number) : P - 1n
}

/** Points and values are numbers that the scheme has: others would be text, or one point under two names. */
async function points(on: ClaimedRelease, { shares }: SharedTables, { scheme, t }: ThresholdReveal): Promise<Check> {
  const most = largestPoint(scheme, t, on.release.manifest.steps.at(-1)?.params.n)
  const digits = (value: bigint) => `'${value.toString(16).padStart(32, '0')}'`
  const wrong = await countSelected(
    on.engine,
    `SELECT 1 FROM ${shares} WHERE lower(hex(x)) NOT BETWEEN ${digits(1n)} AND ${digits(most)} OR lower(hex(y)) >= ${digits(P)}`,
  )
  return {
    name: 'points',
    holds: wrong === 0,
    detail: wrong === 0 ? 'shares are numbers that the scheme has' : `${count(wrong, 'share')} that the scheme has not`,
  }
}

/** What is open says what each of its shares must be. */
async function onTheirPolynomials(on: ClaimedRelease, opened: string, rejected: string): Promise<Check> {
  const wrong = await countSelected(
    on.engine,
    `SELECT 1 FROM ${rejected} r ${semiJoin(`${opened} o`, 'ON r.tag = lower(hex(o.tag))')}`,
  )
  return {
    name: 'shares of open tags',
    holds: wrong === 0,
    detail:
      wrong === 0
        ? 'each share and text of an open tag agrees with the others'
        : `${count(wrong, 'share or text', 'shares and texts')} of open tags contradict the others`,
    onClaim: true,
  }
}

async function distinctShares(on: ClaimedRelease, { shares, texts }: SharedTables): Promise<Check> {
  const twice = await countSelected(on.engine, `SELECT tag, x FROM ${shares} GROUP BY tag, x HAVING count(*) > 1`)
  const texted = await countSelected(on.engine, `SELECT tag FROM ${texts} GROUP BY tag HAVING count(*) > 1`)
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
    (await countSelected(on.engine, `SELECT DISTINCT tag FROM ${rows} ${antiJoin(shares, 'USING (tag)')}`)) +
    (await countSelected(on.engine, `SELECT DISTINCT tag FROM ${rows} ${antiJoin(texts, 'USING (tag)')}`)) +
    (await countSelected(on.engine, `SELECT DISTINCT tag FROM ${shares} ${antiJoin(rows, 'USING (tag)')}`)) +
    (await countSelected(on.engine, `SELECT DISTINCT tag FROM ${texts} ${antiJoin(rows, 'USING (tag)')}`))
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
  const wrong = await countSelected(
    on.engine,
    `SELECT 1 FROM (SELECT tag, count(*) AS n FROM ${shares} GROUP BY tag) s JOIN (SELECT tag, count(DISTINCT pseudonym) AS n FROM ${rows} GROUP BY tag) r
     ON s.tag = r.tag WHERE s.n ${exact ? '<>' : '>'} r.n`,
  )
  return {
    name: 'shares per person',
    holds: wrong === 0,
    detail: wrong === 0 ? 'no person has two shares of a query' : `${count(wrong, 'tag')} with shares of nobody`,
  }
}

async function opens(
  on: ClaimedRelease,
  { shares }: SharedTables,
  { t }: ThresholdReveal,
  opened: string,
): Promise<Check> {
  const ripe = fresh('ripe')
  await on.engine.materialise(ripe, `SELECT tag FROM ${shares} GROUP BY tag HAVING count(DISTINCT x) >= ${t}`)
  const shut = await countSelected(on.engine, `SELECT 1 FROM ${ripe} ${antiJoin(opened, 'USING (tag)')}`)
  const all = await countSelected(on.engine, `SELECT 1 FROM ${ripe}`)
  return {
    name: `tags with ${t} shares`,
    holds: shut === 0,
    detail:
      shut === 0
        ? `each of ${count(all, 'tag')} with ${t} shares or more opens to an authentic text`
        : `${count(shut, 'tag')} of ${number(all)} with ${t} shares or more do not open`,
  }
}
