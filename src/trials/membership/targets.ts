import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import type { Random } from '../../random/random.js'
import type { Population } from './population.js'
import type { TargetKind } from './result.js'

/** A person who is looked for: why, and what of theirs is looked at, by numbers of texts. */
export interface Target {
  readonly kind: TargetKind
  readonly person: number
  readonly texts: readonly number[]
}

export interface Targets {
  readonly targets: readonly Target[]
  /** How many texts are looked at. */
  readonly texts: number
  /** A table (target, id, text, weight): what each target has. Rare texts weigh more. */
  readonly own: string
}

/** Of each kind that is searched for. */
const SEARCHED = 20
/** Texts of a person that are looked at, the rarest first: the rest tells little and fills memory. */
const MOST_TEXTS = 100

/**
 * Draws persons, and searches for those of whom most might be seen: with few texts, with texts of their own, with texts near the threshold; and takes the
 * planted ones. `texts` is SQL for (number, text).
 */
export async function findTargets(
  engine: Engine,
  { real, all, planted }: Population,
  asked: { readonly texts: string; readonly threshold: number; readonly drawn: number; readonly random: Random },
): Promise<Targets> {
  const [has, held] = [fresh('has'), fresh('held')]
  const salt = asked.random.uint32()
  await engine.materialise(has, `SELECT *, count(*) OVER (PARTITION BY text) AS persons FROM (${asked.texts})`)
  // Half of the persons are there in a run: near the threshold are texts of about twice as many.
  const [middle, width] = [2 * asked.threshold, 2 * Math.sqrt(asked.threshold)]
  const near = asked.threshold > 1 ? `persons BETWEEN ${middle - width} AND ${middle + width}` : 'false'
  await engine.materialise(
    held,
    `SELECT number, md5(number || ' ${salt}') AS turn, count(*) AS texts, count(*) FILTER (WHERE persons = 1) AS alone,
      count(*) FILTER (WHERE ${near}) / count(*) AS near FROM ${has} WHERE number < ${real} GROUP BY number`,
  )
  const pick = async (kind: TargetKind, where: string, order: string, n: number) =>
    (
      await engine.all<{ number: number }>(
        `SELECT number FROM ${held} WHERE ${where} ORDER BY ${order} turn, number LIMIT ${n}`,
      )
    ).map(({ number }) => ({ kind, person: number }))
  const persons = [
    ...(await pick('drawn', 'true', '', asked.drawn)),
    ...(await pick('few texts', 'true', 'texts,', SEARCHED)),
    ...(await pick('rare texts', 'alone > 0', 'alone DESC,', SEARCHED)),
    ...(await pick('near the threshold', 'near > 0', 'near DESC,', SEARCHED)),
    ...planted.map((person) => ({ kind: 'planted' as const, person })),
  ].filter(({ person }, i, found) => found.findIndex((other) => other.person === person) === i)
  const { own, texts } = await ownTexts(engine, has, persons, { all, salt })
  await engine.drop(has, held)
  const ids = new Map<number, number[]>(persons.map((_, target) => [target, []]))
  for (const { target, id } of await engine.all<{ target: number; id: number }>(
    `SELECT target, id FROM ${own} ORDER BY target, id`,
  ))
    ids.get(target)?.push(id)
  return { targets: persons.map((one, target) => ({ ...one, texts: ids.get(target) ?? [] })), texts, own }
}

async function ownTexts(
  engine: Engine,
  has: string,
  persons: readonly { readonly person: number }[],
  { all, salt }: { readonly all: number; readonly salt: number },
): Promise<{ readonly own: string; readonly texts: number }> {
  const own = fresh('own')
  const wanted = persons.map(({ person }, target) => `(${target}, ${person})`).join(', ')
  // Whole weights: sums of them do not depend on their order.
  await engine.materialise(
    own,
    `SELECT target, text, (dense_rank() OVER (ORDER BY text) - 1)::INTEGER AS id, round(1000 * ln(${all + 1} / persons))::BIGINT AS weight FROM (
      SELECT target, text, persons FROM ${has} JOIN (VALUES ${wanted}) wanted(target, number) USING (number)
      QUALIFY row_number() OVER (PARTITION BY target ORDER BY persons, md5(text || ' ${salt}')) <= ${MOST_TEXTS})`,
  )
  const [size] = await engine.all<{ texts: number }>(`SELECT count(DISTINCT id) AS texts FROM ${own}`)
  return { own, texts: size?.texts ?? 0 }
}
