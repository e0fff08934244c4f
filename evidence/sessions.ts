import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateRows } from '../src/generate/generate.js'
import { attack } from '../src/run/attack.js'
import { release } from '../src/run/release/index.js'

const SPLITS = ['daily', 'gap', 'interest'] as const
type Split = (typeof SPLITS)[number]

/** [Adar07] section 6 and Table 1: sessions, queries each, selectivity, components. */
const PAPER: Readonly<Record<Split, readonly string[]>> = {
  daily: ['250,858', '12.64', '6.4%', '12.1%', '20.9%', '19.1%', '20.6', '0.46'],
  gap: ['581,459', '5.45', '9.2%', '15.9%', '22.8%', '20.7%', '56.2', '0.54'],
  interest: ['1,025,900', '3.1', '2.3%', '2.5%', '3.6%', '4%', '130', '0.70'],
}
const USERS = 5546
/** People who ask about as much as those of the source, of whom those with 100 to 300 clicked queries are taken. */
const BUSY = { medianQueries: 380, spread: 0.45, robots: 0 }

interface Scored {
  readonly selectivity: Readonly<Record<'any' | 'le1000' | 'le100' | 'le10', number | null>>
  readonly components: { readonly mean: number; readonly ratio: number }
  readonly withoutOracle: readonly { readonly recall: number; readonly precision: number | null }[]
  readonly otherMeans: Readonly<
    Record<string, { readonly pairs: number; readonly right: number; readonly byChance: number }>
  >
}

/** Table 1 of the source beside ours, on a generated log. */
export async function sessions(quick: boolean): Promise<string> {
  const users = usersAsked() ?? (quick ? 60 : USERS)
  const dir = mkdtempSync(join(tmpdir(), 'lethe-evidence-'))
  try {
    const log = join(dir, 'log.tsv')
    const rows = writeUsers(users, log)
    const whole = await relinkAll(log, dir, users, [])
    const common = await relinkAll(log, dir, users, [{ method: 'rare-queries', params: { k: 5 } }])
    const marks = await markAll(log, Math.min(500, Math.ceil(users / 3)))
    return page(users, rows, whole, common, marks)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** --users N: another size than the source's, for machines with less time. */
function usersAsked(): number | undefined {
  const at = process.argv.indexOf('--users')
  return at < 0 ? undefined : Number(process.argv[at + 1])
}

/** Writes the histories of so many people with 100 to 300 clicked queries; gives the number of rows. */
function writeUsers(users: number, path: string): number {
  const lines = ['AnonID\tQuery\tQueryTime\tItemRank\tClickURL']
  let taken = 0
  for (const { person, rows } of generateRows({ users: 100 * users, seed: 1, world: BUSY })) {
    const clicked = new Set(rows.filter((row) => row.rank > 0).map((row) => row.time)).size
    if (clicked < 100 || clicked > 300) continue
    for (const { asked, time, rank, host } of rows) {
      const at = new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ')
      lines.push(`${person.user}\t${asked.text}\t${at}\t${rank > 0 ? `${rank}\thttp://${host}` : '\t'}`)
    }
    if (++taken === users) break
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
  return lines.length - 1
}

type Steps = readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[]
interface Relinked {
  readonly split: Split
  readonly sessions: number
  readonly rows: number
  readonly scored: Scored
}

async function relinkAll(log: string, dir: string, users: number, before: Steps): Promise<Relinked[]> {
  const all: Relinked[] = []
  for (const split of SPLITS) {
    const out = join(dir, `${users}-${before.length}-${split}`)
    const plan = { steps: [...before, { method: 'sessions', params: { split } }], shows: {} }
    const { kept } = await release([log], { plan, out, truth: true, seed: 1 })
    const { scored } = await attack('relink-sessions', out, { truth: `${out}.private` })
    all.push({ split, sessions: kept.users ?? 0, rows: kept.rows, scored: scored as unknown as Scored })
    process.stderr.write(`${split}${before.length > 0 ? ' after a threshold' : ''} done\n`)
  }
  return all
}

interface Marks {
  readonly split: Split
  readonly bait: string
  readonly found: number
  readonly marked: number
  readonly rowsRevealed: number
  readonly historyRevealed: number
}

async function markAll(log: string, users: number): Promise<Marks[]> {
  const all: Marks[] = []
  for (const split of SPLITS)
    for (const bait of ['odd', 'near']) {
      const plan = { steps: [{ method: 'sessions', params: { split } }], shows: {} }
      const { scored } = await attack('mark-user', log, { plan, params: { users, bait }, seed: 1 })
      all.push({ split, bait, ...(scored as unknown as Omit<Marks, 'split' | 'bait'>) })
    }
  return all
}

const percent = (share: number | null | undefined) => (share == null ? '-' : `${(100 * share).toFixed(1)}%`)
const count = (n: number) => n.toLocaleString('en-US')
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

function page(
  users: number,
  rows: number,
  whole: readonly Relinked[],
  common: readonly Relinked[],
  marks: readonly Marks[],
): string {
  const head = ['split', '', 'sessions', 'rows each', 'any', '<=1000', '<=100', '<=10', 'm', 'm/k']
  const ours = ({ split, sessions, rows: kept, scored: { selectivity: s, components: c } }: Relinked) => [
    split,
    'simulated',
    count(sessions),
    (kept / sessions).toFixed(2),
    ...[s.any, s.le1000, s.le100, s.le10].map(percent),
    c.mean.toFixed(1),
    c.ratio.toFixed(2),
  ]
  const recalls = whole[0]?.scored.withoutOracle.map(({ recall }) => recall) ?? []
  const alone = (all: readonly Relinked[], label: string) =>
    all.map(({ split, scored }) => [split, label, ...scored.withoutOracle.map(({ precision }) => percent(precision))])
  return `# Sessions taken apart, and put together again

[Adar07] section 6: ${count(USERS)} users of a real log with 100 to 300 clicked queries, 571 rows each on average. Ours: ${count(users)} generated people
with 100 to 300 clicked queries, ${(rows / users).toFixed(0)} rows each, world web-1, all of it *simulated*. Made by \`npm run evidence -- sessions${users === USERS ? '' : ` --users ${users}`}\`.

Answers of the same person among the best 100, over sessions with any number of responses, at most 1000, 100 and 10; m components a
person with an oracle, and m over the number of sessions.

${table(
  head,
  SPLITS.flatMap((split) => [
    [split, '[Adar07]', ...PAPER[split]],
    ...whole.filter((one) => one.split === split).map(ours),
  ]),
)}

${findings(whole)}

## After a threshold

The same after \`rare-queries\` with k = 5.

${table(
  head.filter((cell) => cell !== ''),
  common.map((one) => ours(one).filter((_, i) => i !== 1)),
)}

## Without an oracle

How many of the surest guesses are right when so large a share of all pairs of sessions of one person has been found; - where that is never
reached. Words, clicked hosts and rare terms decide.

${table(['split', 'plan', ...recalls.map((recall) => `recall ${percent(recall)}`)], [...alone(whole, 'sessions'), ...alone(common, 'rare-queries, sessions')])}

## By order, pseudonyms and times

Pairs of sessions guessed without their text: side by side in the file; side by side by the last digits of their pseudonyms; begun on
one day and alike in length to ten minutes (times), of at least an hour (rhythm). Right, and by chance.

${table(
  ['split', ...Object.keys(whole[0]?.scored.otherMeans ?? {})],
  whole.map(({ split, scored }) => [
    split,
    ...Object.values(scored.otherMeans).map(
      ({ pairs, right, byChance }) =>
        `${(100 * right).toFixed(2)}% of ${count(pairs)}; ${(100 * byChance).toFixed(2)}%`,
    ),
  ]),
)}

## A marked person

\`mark-user\`: people led to ask an odd word (odd), or one behind a query of theirs (near): marks found, rows beside them, share of a history.

${table(
  ['split', 'bait', 'found', 'rows a person', 'of the history'],
  marks.map(({ split, bait, found, marked, rowsRevealed, historyRevealed }) => [
    split,
    bait,
    `${found} of ${marked}`,
    (rowsRevealed / marked).toFixed(1),
    percent(historyRevealed),
  ]),
)}
`
}

/** What comes out as in the source, and what does not. */
function findings(whole: readonly Relinked[]): string {
  const by = (split: Split) => whole.find((one) => one.split === split)!
  const [daily, gap, interest] = [by('daily'), by('gap'), by('interest')]
  const rising = daily.sessions < gap.sessions && gap.sessions < interest.sessions
  const any = (one: Relinked) => one.scored.selectivity.any ?? 0
  const hardest =
    any(interest) < Math.min(any(daily), any(gap)) &&
    interest.scored.components.ratio > Math.max(daily.scored.components.ratio, gap.scored.components.ratio)
  return [
    `Sessions by day, by pause and by interest become ${rising ? 'more and more, as in the source' : 'not more and more, other than in the source'}.`,
    `Interest is ${hardest ? 'the hardest to put together by both figures, as in the source' : 'not the hardest by both figures, other than in the source'}.`,
    any(daily) < any(gap)
      ? 'Answers to sessions by pause are right more often than to days, as in the source.'
      : 'Answers to sessions by pause are not right more often than to days, other than in the source.',
  ].join(' ')
}
