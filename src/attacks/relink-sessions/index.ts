import { defineAttack } from '../attack.js'
import { shareOf } from '../risk.js'
import { askAll } from './answers.js'
import { hostsOf, numberSessions, textsOf } from './documents.js'
import { momentsOf } from './moments.js'
import { guessPairs, writePairs } from './pairs.js'
import type { Relinked } from './relinked.js'
import { score } from './score.js'
import { buildIndex, WEIGHTS } from './text-index.js'
import { inWords } from './words.js'

const params = {
  weights: { type: 'choice', of: WEIGHTS, default: 'tf-idf', help: 'how terms count: the cosine of TF-IDF, or BM25' },
} as const

/** Puts the sessions of one person together again by what they have in common. */
export default defineAttack<typeof params, Relinked>({
  name: 'relink-sessions',
  summary: 'put the sessions of one person together again by the words they have in common',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 6.1' },
  attacker: 'reader',
  params,
  needs: [],
  fits: ({ manifest, rows }) =>
    !rows.columns.includes('pseudonym') || !rows.columns.some((column) => ['query', 'tag'].includes(column))
      ? 'the release has no pseudonyms with queries or tags'
      : manifest?.shows.link === 'user'
        ? 'every person has one pseudonym, so there is nothing to put together'
        : undefined,
  async run({ rows }, { weights }, on) {
    const { engine } = on
    const { table: sessions, count } = await numberSessions(engine, rows)
    on.say('building the index')
    const index = buildIndex(await textsOf(engine, rows, sessions, count), weights)
    const hosts = rows.columns.includes('host')
      ? buildIndex(await hostsOf(engine, rows, sessions, count), 'tf-idf')
      : undefined
    const moments = await momentsOf(engine, rows, sessions, count)
    on.say('asking about each session')
    const answers = await askAll(index, on.threads, on.signal)
    on.say('guessing without an oracle')
    const pairs = guessPairs(index, hosts, answers, moments)
    return {
      guesses: answers.size.reduce((sum, size) => sum + size, 0),
      table: await writePairs(engine, sessions, pairs),
      more: { sessions: count, terms: index.terms },
      sessions,
      count,
      answers,
      pairs,
      moments,
    }
  },
  score,
  risk: shareOf(
    'sessions put together again',
    ({ components }) => 1 - Number((components as { readonly ratio?: unknown } | undefined)?.ratio),
  ),
  text: inWords,
})
