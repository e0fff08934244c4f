import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { writeLog } from '../src/generate/index.js'
import { analyticSigma } from '../src/privacy/gaussian.js'
import { phrasesFor } from '../src/privacy/phrases.js'
import { release } from '../src/run/release/index.js'
import { terms } from '../src/text/normalise.js'

const EPSILON = Math.log(10)
const DELTA = 1e-6
const WORDS = 4
const PER_USER = 100
const READ = { format: 'ndjson', columns: { user: 'user', query: 'query' } } as const

interface Length {
  readonly words: number
  readonly candidates: number
  readonly withSupport: number
  readonly released: number
  readonly spurious: number
}

/** Phrases with support, length by length, beside `set-union` over the phrases of that length alone at the same noise. */
export async function phrases(quick: boolean): Promise<string> {
  const users = quick ? 3000 : 55_000
  const dir = mkdtempSync(join(tmpdir(), 'lethe-phrases-'))
  try {
    const log = join(dir, 'log.ndjson')
    const { rows } = await writeLog({ users, seed: 21, profile: 'chat' }, { out: log, format: 'ndjson' })
    const lengths = await extracted(log, join(dir, 'phrases'))
    const epsilon = epsilonFor()
    const table: string[] = []
    for (const { words, candidates, withSupport, released, spurious } of lengths) {
      const union = await byUnion(log, words, epsilon, join(dir, `union-${words}`))
      table.push(
        `| ${words} | ${number(union)} | ${number(released - spurious)} | ${((released - spurious) / Math.max(1, union)).toFixed(2)} | ${number(spurious)} | ${number(candidates)} | ${number(withSupport)} |`,
      )
    }
    return `# Phrases of prompts

Phrases of one to ${WORDS} words that come out of ${number(rows)} prompts of ${number(users)} people at a total of epsilon = ln 10, delta = 1e-6, adding or removing a person, at most ${PER_USER} phrases of each length a person, without counts. Everything
here is *simulated*: people of world web-1 who write to an assistant (profile \`chat\`), seed 21, noise from the same seed. Made by \`npm run evidence -- phrases${quick ? ' --quick' : ''}\`.

\`set-union\` is given the phrases of one length alone, as items of their own, at epsilon = ${epsilon.toFixed(3)} and the whole of delta: that is as much noise as a length has in \`phrases\`, a share of one in ${WORDS}, and more delta than its share. Its persons put
their weight where it still helps; those of \`phrases\` give all of theirs the same, but among candidates alone. *Nobody's* are phrases that only noise carried above the threshold: the custodian is told which, readers are not. *Candidates* are counted exactly; of words, all that
somebody used.

| words | set-union | phrases, with support | ratio | nobody's | candidates | of them given by somebody |
| --- | --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function extracted(log: string, out: string): Promise<readonly Length[]> {
  const params = { epsilon: EPSILON, delta: DELTA, n: WORDS, perUser: PER_USER, countsShare: 0 }
  await release([log], { plan: { steps: [{ method: 'phrases', params }], shows: {} }, out, seed: 21, ...READ })
  return recordOf(out).facts.lengths
}

function recordOf(out: string): {
  readonly facts: { readonly lengths: readonly Length[]; readonly phases: { readonly published: number } }
} {
  return JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))
}

/** The epsilon at which set-union has the noise of one length. */
function epsilonFor(): number {
  const { ofLength } = phrasesFor({
    epsilon: EPSILON,
    delta: DELTA,
    n: WORDS,
    most: PER_USER,
    mostCounted: 1,
    share: 0,
  })
  let [low, high] = [0.01, EPSILON]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (analyticSigma(middle, DELTA / 2, 1) > ofLength) low = middle
    else high = middle
  }
  return high
}

/** How many phrases of so many words set-union lets out. */
async function byUnion(log: string, words: number, epsilon: number, out: string): Promise<number> {
  const items = `${out}.ndjson`
  await writePhrases(log, words, items)
  const params = { epsilon, delta: DELTA, perUser: PER_USER, items: 'queries' }
  await release([items], { plan: { steps: [{ method: 'set-union', params }], shows: {} }, out, seed: 21, ...READ })
  rmSync(items)
  return recordOf(out).facts.phases.published
}

/** The phrases of so many words of each prompt, as queries. */
async function writePhrases(log: string, words: number, to: string): Promise<void> {
  const file = createWriteStream(to)
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const { user, query } = JSON.parse(line) as { user: string; query: string }
    const list = terms(query).slice(0, 1000)
    const runs = new Set(
      list.slice(0, Math.max(0, list.length - words + 1)).map((_, i) => list.slice(i, i + words).join(' ')),
    )
    let text = ''
    for (const run of runs) text += `{"user":"${user}","query":"${run}"}\n`
    if (!file.write(text)) await new Promise<void>((resolve) => file.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve) => file.end(() => resolve()))
}

function number(value: number): string {
  return value.toLocaleString('en')
}
