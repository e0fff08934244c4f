import { readKeyFile } from '../../crypto/key-file.js'
import { noRows } from '../../engines/dialect/index.js'
import { countOf, fresh } from '../../engines/sql.js'
import { judged } from '../../release/experiment.js'
import type { Seen } from '../../release/seen.js'
import { epochOf, parseRotation } from '../../shares/epochs.js'
import { obliviousSeeds, obliviousServer } from '../../shares/oblivious/seeds.js'
import { readable } from '../../shares/open/readable.js'
import type { Sharing } from '../../shares/scheme.js'
import { shareRows } from '../../shares/seal/rows.js'
import { type AttackContext, defineAttack } from '../attack.js'
import { shareOf } from '../risk.js'
import { type Guessed, score } from './score.js'

const params = {
  key: {
    type: 'text',
    is: 'KEY',
    help: 'the key of the release, for an attacker who has it; without it one is drawn by chance',
  },
  server: {
    type: 'text',
    is: 'URL',
    help: 'scheme oblivious: the server that the attacker can ask, at the rate that it allows',
  },
  serverToken: { type: 'text', is: 'KEY', help: 'scheme oblivious: the token that the server asks for' },
  most: {
    type: 'whole',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    help: 'guesses to try, the most frequent of the reference first; default all',
  },
} as const

/**
 * Shared queries are named by tags that only the key can make. Whoever has it takes a dictionary, the queries of another log, makes
 * the tag of each and looks for it: t does not matter then. Without the key there is nothing better than another key, drawn by
 * chance; with the scheme oblivious the key is not enough, and each guess must be asked of the server.
 *
 * Counted are tags that nobody else can open: those with t shares are open to all.
 */
export default defineAttack<typeof params, Guessed>({
  name: 'guess-dictionary',
  summary: 'try the queries of another log against the tags of shared queries, with or without the key',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 5.2' },
  attacker: 'reader',
  params,
  needs: ['reference'],
  scoresAlone: true,
  fits: ({ manifest }) =>
    manifest && judged(manifest).kind === 'threshold-reveal' ? undefined : 'it holds no shared queries',
  async run(seen, { key: keyFile, server, serverToken, most }, on) {
    const { engine } = on
    const key = keyFile === undefined ? on.random.bytes(32) : readKeyFile(keyFile)
    const sharing = sharingOf(seen)
    const dictionary = fresh('dictionary')
    await engine.materialise(
      dictionary,
      `SELECT query, row_number() OVER (ORDER BY n DESC, query) AS id FROM (
      SELECT query, count(*) AS n FROM ${on.reference?.table} WHERE query IS NOT NULL GROUP BY query)
      ${most === undefined ? '' : `QUALIFY id <= ${most}`}`,
    )
    const closed = await closedTags(seen, on)
    const found = fresh('found')
    await engine.materialise(found, noRows({ tag: 'text', query: 'text' }))
    const asksServer = sharing.scheme === 'oblivious'
    const epochs = await epochsOf(seen, on)
    for (const epoch of epochs) {
      const seeds = !asksServer
        ? undefined
        : server === undefined
          ? await drawnSeeds(dictionary, on) // without the server any other function is as good
          : await obliviousSeeds(obliviousServer({ server, serverToken, unpinned: true }), on)(dictionary, epoch)
      const made = await shareRows(
        `SELECT query, id FROM ${dictionary} ORDER BY id`,
        'texts',
        { sharing, key, epoch, seeds },
        on,
      )
      await engine.insert(
        found,
        `SELECT c.tag, d.query FROM ${made} m JOIN ${dictionary} d ON m.id = d.id
        JOIN ${closed} c ON lower(hex(m.tag)) = c.tag`,
      )
      await engine.drop(made)
    }
    const opened = await countOf(engine, found)
    return {
      guesses: opened,
      tried: (await countOf(engine, dictionary)) * epochs.length,
      opened,
      table: { table: found, columns: ['tag', 'query'] },
      more: { withKey: keyFile !== undefined, closed: await countOf(engine, closed) },
    }
  },
  score: async (guessed) => score(guessed),
  risk: shareOf('guesses confirmed', ({ opened, tried }) => Number(opened) / Math.max(1, Number(tried))),
  text: ({ scored, withKey, closed }) => {
    const { tried, opened } = scored as { tried: number; opened: number }
    return [
      `${tried.toLocaleString('en')} guesses tried ${withKey ? 'with' : 'without'} the key: ${opened.toLocaleString('en')} of ${Number(closed).toLocaleString('en')} closed queries read`,
    ]
  },
})

function sharingOf({ manifest }: Seen): Sharing {
  const { scheme, t, n } = (manifest?.more ?? {}) as Partial<Sharing>
  if (scheme === undefined || t === undefined || n === undefined) throw new TypeError('the manifest names no sharing')
  return { scheme, t, n }
}

/** Tags that cannot be opened by everybody. */
async function closedTags(seen: Seen, { engine, random, signal }: AttackContext): Promise<string> {
  const { rows } = await readable(engine, seen, (below) => random.below(below), signal)
  const closed = fresh('closed')
  await engine.materialise(closed, `SELECT DISTINCT tag FROM ${rows.table} WHERE query IS NULL AND tag IS NOT NULL`)
  return closed
}

/** The epochs of the release, as its rows show them. */
async function epochsOf({ manifest, rows }: Seen, { engine }: AttackContext): Promise<string[]> {
  const rotation = parseRotation(String(manifest?.more?.epoch ?? 'none'))
  if (rotation === 'none') return [epochOf(rotation, undefined)]
  const column = ['day', 'hour', 'time'].find((name) => rows.columns.includes(name))
  const days =
    column === undefined
      ? []
      : await engine.all<{ day: string | null }>(`SELECT DISTINCT left(${column}, 10) AS day FROM ${rows.table}`)
  return [...new Set(days.map(({ day }) => epochOf(rotation, day ?? undefined)))]
}

async function drawnSeeds(dictionary: string, { engine, random }: AttackContext): Promise<Map<string, Uint8Array>> {
  const seeds = new Map<string, Uint8Array>()
  for await (const [queries = []] of engine.stream(`SELECT query FROM ${dictionary}`))
    for (const query of queries) seeds.set(query as string, random.bytes(64))
  return seeds
}
