import { type Batch, columnsIn } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Context } from '../method.js'
import type { Coded } from './coded.js'
import type { Left } from './left.js'
import type { Sequences } from './sequences.js'

const BATCH = 1 << 14

/** The rows with text left. Hosts, and ranks with them, stand only where the history keeps the host. */
export async function shownRows(log: Log, coded: Coded, left: Left, cut: boolean, on: Context): Promise<Log> {
  const { rows, histories, dictionary } = coded.tables
  const [kept, texts, table] = [fresh('kept'), fresh('kept_texts'), fresh('shown')]
  const hosts = left.host.length > 0
  await columnsIn(on.engine).appendNumbers(kept, {
    r: left.row,
    s: left.text,
    ...(hosts ? { clicked: left.host } : {}),
  })
  const words = await wordsOf(dictionary, coded.hostsFrom, on)
  await on.engine.append(texts, ['query'], textsOf(left.texts, words))
  const beside = hosts
    ? 'CASE WHEN clicked = 1 THEN r.url END AS url, CASE WHEN clicked = 1 THEN r.rank END AS rank'
    : 'NULL::VARCHAR AS url, NULL::INTEGER AS rank'
  const extras = log.extras.map((extra) => `, r.${name(`x_${extra}`)}`).join('')
  const session = cut ? `, i.stratum || chr(1) || i.cut AS session` : log.has.session ? ', i.cut AS session' : ''
  await on.engine.materialise(
    table,
    `SELECT i.person, t.query, r.time, ${beside} ${session} ${extras}
    FROM ${rows} r JOIN ${kept} k ON r.rowid = k.r JOIN ${texts} t ON k.s = t.rowid JOIN ${histories} i ON r.h = i.h`,
  )
  await on.engine.drop(rows, histories, dictionary, kept, texts)
  return {
    ...log,
    table,
    has: {
      ...log.has,
      raw: false,
      tag: false,
      session: cut || log.has.session,
      url: log.has.url && hosts,
    },
  }
}

async function wordsOf(dictionary: string, terms: number, on: Context): Promise<string[]> {
  const words = new Array<string>(terms).fill('')
  for await (const [word = [], id = []] of on.engine.stream(`SELECT word, id FROM ${dictionary} WHERE id < ${terms}`))
    id.forEach((term, i) => {
      words[term as number] = word[i] as string
    })
  return words
}

/** The texts in words, in the order of their numbers. */
function* textsOf(texts: Sequences, words: readonly string[]): Generator<Batch> {
  for (let from = 0; from < texts.size(); from += BATCH) {
    const batch: string[] = []
    for (let s = from; s < Math.min(texts.size(), from + BATCH); s++)
      batch.push(Array.from(texts.of(s), (term) => words[term]!).join(' '))
    yield [batch]
  }
}
