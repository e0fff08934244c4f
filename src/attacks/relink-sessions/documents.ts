import { Numbers } from '../../base/numbers.js'
import type { Engine } from '../../engines/engine.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { Rows } from '../../release/data.js'
import { terms } from '../../text/normalise.js'

/** One document for each session: how often each of its terms stands in it. Document d: from start[d] to start[d + 1]. */
export interface Documents {
  readonly count: number
  readonly terms: number
  readonly start: Uint32Array
  readonly term: Uint32Array
  readonly times: Uint32Array
}

/** A table (pseudonym, doc): sessions numbered in the order of their pseudonyms, which is the order of the file. */
export async function numberSessions(
  engine: Engine,
  rows: Rows,
): Promise<{ readonly table: string; readonly count: number }> {
  const table = fresh('sessions')
  await engine.materialise(
    table,
    `SELECT pseudonym, (row_number() OVER (ORDER BY pseudonym) - 1)::INTEGER AS doc
    FROM (SELECT DISTINCT pseudonym FROM ${rows.table} WHERE pseudonym IS NOT NULL)`,
  )
  return { table, count: await countOf(engine, table) }
}

/** [Adar07] section 6.1: all query terms of a session make one document. A tag is a term of its own: it links as well as a word. */
export async function textsOf(engine: Engine, rows: Rows, sessions: string, count: number): Promise<Documents> {
  const has = (column: string) => rows.columns.includes(column)
  const parts = [...(has('query') ? ['query'] : []), ...(has('tag') ? ['chr(1) || tag'] : [])]
  const text = `coalesce(${parts.join(', ')})`
  const number = numbering()
  const cut = (value: string) => (value.startsWith('\u0001') ? [number.of(value)] : terms(value).map(number.of))
  const documents = await documentsOf(engine, rows, sessions, count, text, cut)
  return { ...documents, terms: number.size() }
}

/** The hosts that were clicked in each session, as documents. */
export async function hostsOf(engine: Engine, rows: Rows, sessions: string, count: number): Promise<Documents> {
  let hosts = 0
  const documents = await documentsOf(engine, rows, sessions, count, 'host', () => [hosts++])
  return { ...documents, terms: hosts }
}

/** Values of a column become numbers once; what flows for each row are two integers. */
async function documentsOf(
  engine: Engine,
  rows: Rows,
  sessions: string,
  count: number,
  column: string,
  cut: (value: string) => readonly number[],
): Promise<Omit<Documents, 'terms'>> {
  const values = fresh('values')
  await engine.materialise(
    values,
    `SELECT value, (row_number() OVER (ORDER BY value) - 1)::INTEGER AS id
    FROM (SELECT DISTINCT ${column} AS value FROM ${rows.table} WHERE ${column} IS NOT NULL)`,
  )
  const partStart = new Numbers()
  const parts = new Numbers()
  partStart.push(0)
  for await (const [batch] of engine.stream(`SELECT value FROM ${values} ORDER BY id`))
    for (const value of batch ?? []) {
      for (const part of cut(value as string)) parts.push(part)
      partStart.push(parts.length)
    }
  const [from, part] = [partStart.array(), parts.array()]
  const builder = new Builder(count)
  for await (const [doc, value] of engine.stream(`
    SELECT s.doc, v.id FROM ${rows.table} r JOIN ${sessions} s USING (pseudonym) JOIN ${values} v ON v.value = ${column} ORDER BY s.doc`)) {
    for (let i = 0; i < (doc?.length ?? 0); i++) {
      const id = value![i] as number
      for (let p = from[id]!; p < from[id + 1]!; p++) builder.put(doc![i] as number, part[p]!)
    }
  }
  await engine.drop(values)
  return builder.end()
}

/** Documents straight from their terms. */
export function documentsFrom(lists: readonly (readonly string[])[]): Documents {
  const number = numbering()
  const builder = new Builder(lists.length)
  lists.forEach((list, doc) => {
    for (const term of list) builder.put(doc, number.of(term))
  })
  return { ...builder.end(), terms: number.size() }
}

function numbering() {
  const known = new Map<string, number>()
  return {
    of(term: string): number {
      const number = known.get(term) ?? known.size
      known.set(term, number)
      return number
    },
    size: () => known.size,
  }
}

/** Takes terms document by document and counts them. */
class Builder {
  private readonly start: Uint32Array
  private readonly term = new Numbers()
  private readonly times = new Numbers()
  private readonly open: number[] = []
  private last = -1

  constructor(count: number) {
    this.start = new Uint32Array(count + 1)
  }

  put(doc: number, term: number): void {
    if (doc !== this.last) {
      this.close()
      this.start.fill(this.term.length, this.last + 1, doc + 1) // documents between the two hold nothing
      this.last = doc
    }
    this.open.push(term)
  }

  end(): Omit<Documents, 'terms'> {
    this.close()
    this.start.fill(this.term.length, this.last + 1)
    return {
      count: this.start.length - 1,
      start: this.start,
      term: this.term.array(),
      times: this.times.array(),
    }
  }

  private close(): void {
    const { open, term, times } = this
    open.sort((a, b) => a - b)
    for (let i = 0; i < open.length; i++) {
      if (i > 0 && open[i] === open[i - 1]) times.increase()
      else {
        term.push(open[i]!)
        times.push(1)
      }
    }
    open.length = 0
  }
}
