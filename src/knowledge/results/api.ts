import { fail } from '../../base/errors.js'
import { cast } from '../../engines/dialect/index.js'
import type { Batch, Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'

const AT_ONCE = 4
const PLACE = '{query}'

/** What is needed to ask. */
export interface Asking {
  readonly engine: Sql
  readonly signal: AbortSignal | undefined
  readonly say: (step: string) => void
}

/** Asks a search engine for the results of each distinct query of a table: a table (query, url, place). */
export async function resultsFromApi(template: string, top: number, from: string, on: Asking): Promise<string> {
  if (!template.includes(PLACE))
    fail('usage', '--results-api does not say where the query goes', `Put ${PLACE} into the URL.`)
  on.say('asking for results')
  const queries = fresh('asked')
  await on.engine.materialise(queries, `SELECT DISTINCT query FROM ${from} WHERE query IS NOT NULL`)
  const answers = fresh('answers')
  await on.engine.append(answers, ['query', 'url', 'place'], answersTo(queries, template, top, on))
  const placed = fresh('placed')
  await on.engine.materialise(placed, `SELECT query, url, ${cast('place', 'integer')} AS place FROM ${answers}`)
  await on.engine.drop(answers, queries)
  return placed
}

async function* answersTo(queries: string, template: string, top: number, on: Asking): AsyncGenerator<Batch> {
  const asked: string[] = []
  for await (const [batch] of on.engine.stream(`SELECT query FROM ${queries} ORDER BY query`))
    asked.push(...((batch ?? []) as string[]))
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE)
    const lists = await Promise.all(some.map((query) => ask(template, query, on.signal)))
    const rows = some.flatMap((query, i) => lists[i]!.slice(0, top).map((url, place) => [query, url, String(place)]))
    yield [0, 1, 2].map((column) => rows.map((row) => row[column]!))
  }
}

async function ask(template: string, query: string, signal: AbortSignal | undefined): Promise<string[]> {
  const url = template.replaceAll(PLACE, encodeURIComponent(query))
  let answer: unknown
  try {
    const response = await fetch(url, signal ? { signal } : {})
    if (!response.ok) throw new Error(`status ${response.status}`)
    answer = await response.json()
  } catch (cause) {
    fail('input', 'the search engine behind --results-api gave no answer in JSON', 'Try its URL by hand.', cause)
  }
  return urlsIn(answer)
}

/** The first list of URLs in an answer: texts, or records with a url or link. */
function urlsIn(answer: unknown): string[] {
  if (Array.isArray(answer)) {
    const urls = answer.map((item: unknown) =>
      typeof item === 'string'
        ? item
        : ((item as { url?: unknown; link?: unknown } | null)?.url ?? (item as { link?: unknown } | null)?.link),
    )
    const texts = urls.filter((url): url is string => typeof url === 'string')
    if (texts.length > 0) return texts
  }
  if (typeof answer !== 'object' || answer === null) return []
  for (const part of Object.values(answer)) {
    const found = urlsIn(part)
    if (found.length > 0) return found
  }
  return []
}
