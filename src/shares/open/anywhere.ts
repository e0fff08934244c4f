import { fromHex } from '../../engines/dialect/index.js'
import type { Engine, Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { type Opened, type Opening, openAll } from './all.js'
import { openEarly } from './early.js'

/** What opens and what was turned down, in tables of the engine; how many tags open with fewer shares, where that is asked. */
type Found = Pick<Opened, 'opened' | 'rejected'> & { readonly early: number }

/** Opens shares wherever they lie: those on a cluster come here, to an engine that has columns in memory, and what opens goes back. */
export async function openAnywhere(
  engine: Engine,
  opening: Opening,
  asked: { readonly early?: boolean } = {},
): Promise<Found> {
  const all = async (on: Engine, given: Opening): Promise<Found> => ({
    ...(await openAll(on, given)),
    early: asked.early ? await openEarly(on, given) : 0,
  })
  if (engine.cluster === undefined) return all(engine, opening)
  return engine.cluster.beside(async (local) => {
    const { opened, rejected, early } = await all(local, await brought(engine, local, opening))
    return {
      opened: await openedThere(engine, local, opened),
      rejected: await rejectedThere(engine, local, rejected),
      early,
    }
  })
}

async function brought(engine: Sql, local: Sql, opening: Opening): Promise<Opening> {
  const table = async (sql: string, columns: readonly string[]) => {
    const came = fresh('came')
    const digits = columns.map((column) => `lower(hex(${column})) AS ${column}`)
    await local.append(came, columns, engine.stream(`SELECT ${digits.join(', ')} FROM (${sql})`))
    return `SELECT ${columns.map((column) => `${fromHex(column)} AS ${column}`).join(', ')} FROM ${came}`
  }
  const [shares, texts] = [await table(opening.shares, ['tag', 'x', 'y']), await table(opening.texts, ['tag', 'text'])]
  return { ...opening, shares, texts, numbers: undefined }
}

async function openedThere(engine: Sql, local: Sql, opened: string): Promise<string> {
  const [sent, table] = [fresh('sent'), fresh('opened')]
  await engine.append(sent, ['tag', 'query'], local.stream(`SELECT lower(hex(tag)) AS tag, query FROM ${opened}`))
  await engine.materialise(table, `SELECT ${fromHex('tag')} AS tag, query FROM ${sent}`)
  await engine.drop(sent)
  return table
}

async function rejectedThere(engine: Sql, local: Sql, rejected: string): Promise<string> {
  const table = fresh('rejected')
  await engine.append(table, ['tag', 'x', 'y', 'reason'], local.stream(`SELECT tag, x, y, reason FROM ${rejected}`))
  return table
}
