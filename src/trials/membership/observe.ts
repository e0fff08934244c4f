import type { Engine } from '../../engines/engine.js'
import type { Shown } from '../trial.js'
import type { Sight } from './score.js'
import type { Targets } from './targets.js'
import { shownSql } from './texts.js'

/** What all runs showed: numbers by text and run, and by target and run. */
export interface Notes {
  /** Looks at the release of a run. */
  readonly look: (run: number, shown: Shown) => Promise<void>
  /** What was seen of a target. */
  readonly sight: (target: number, coins: ArrayLike<number>) => Sight
  /** Texts that were seen at least once. */
  readonly seen: () => number
}

/**
 * Keeps what releases show of the texts of targets: how often each is there, and, where rows carry pseudonyms, how much of a target's texts
 * the pseudonym has that matches best. Texts stay in the engine.
 */
export function noteBook(engine: Engine, { targets, texts, own }: Targets, runs: number): Notes {
  const counts = new Float32Array(texts * runs) // run by run of text 0, then of text 1 ...
  const matches = new Float32Array(targets.length * runs)
  let linked = false
  const note = async (sql: string, numbers: Float32Array, run: number) => {
    for await (const [which, value] of engine.stream(sql))
      for (const [i, at] of (which ?? []).entries()) numbers[(at as number) * runs + run] = value?.[i] as number
  }
  return {
    async look(run, shown) {
      const sql = shownSql(shown)
      if (sql === undefined) return
      await note(
        `SELECT id, n::DOUBLE FROM (${sql}) JOIN (SELECT DISTINCT id, text FROM ${own}) USING (text)`,
        counts,
        run,
      )
      const [data] = shown.tables
      if (!data?.columns.includes('pseudonym') || !data.columns.includes('query')) return
      linked = true
      const pairs = `SELECT DISTINCT pseudonym, query AS text FROM ${data.table} WHERE query IN (SELECT text FROM ${own})`
      const matched = `SELECT target, pseudonym, sum(weight)::BIGINT AS match FROM (${pairs}) JOIN ${own} USING (text) GROUP BY target, pseudonym`
      await note(`SELECT target, max(match)::DOUBLE FROM (${matched}) GROUP BY target`, matches, run)
    },
    sight: (target, coins) => ({
      coins,
      features: [
        ...(targets[target]?.texts ?? []).map((id) => counts.subarray(id * runs, (id + 1) * runs)),
        ...(linked ? [matches.subarray(target * runs, (target + 1) * runs)] : []),
      ],
    }),
    seen: () =>
      Array.from({ length: texts }, (_, id) => counts.subarray(id * runs, (id + 1) * runs)).filter((of) =>
        of.some((n) => n !== 0),
      ).length,
  }
}
