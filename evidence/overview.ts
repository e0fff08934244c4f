import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { type Claim, causeOf, claimsTable, type Page, verdict } from './claims.js'
import type { Spent } from './kept.js'

export const DOCS = join(PACKAGE_ROOT, 'docs', 'evidence')
const CLAIMS = join(DOCS, 'claims')

/** What is kept of a page for the table of all pages. */
interface Held {
  /** YYYY-MM-DD: figures are of the program of that day. */
  readonly made?: string
  /** What it took, where that was noted: by the clock on two cores, perhaps beside other work, and of the processor by the page's own process. */
  readonly minutes?: number
  readonly cpuMinutes?: number
  readonly claims: readonly Claim[]
}

/** Writes a page, what stands beside it and what it claims. */
export function writePage(name: string, { text, claims, files = {} }: Page, spent?: Spent): void {
  writeFileSync(join(DOCS, `${name}.md`), text)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(DOCS, name), { recursive: true })
    writeFileSync(join(DOCS, name, file), content)
  }
  mkdirSync(CLAIMS, { recursive: true })
  const minutes = (seconds: number) => Number((seconds / 60).toFixed(1))
  const cost = spent === undefined ? {} : { minutes: minutes(spent.seconds), cpuMinutes: minutes(spent.cpu) }
  const held: Held = { made: new Date().toISOString().slice(0, 10), ...cost, claims }
  writeFileSync(join(CLAIMS, `${name}.json`), `${JSON.stringify(held, null, 2)}\n`)
  writeFileSync(join(DOCS, 'README.md'), overview())
}

/** Tells anew what pages hold against their sources, in their own tables and in the table of all: claims are judged by this code. */
export function retell(): void {
  for (const [name, { claims }] of heldPages()) {
    const file = join(DOCS, `${name}.md`)
    if (claims.length > 0) writeFileSync(file, withTable(readFileSync(file, 'utf8'), claims))
  }
  writeFileSync(join(DOCS, 'README.md'), overview())
}

/** The page with its table of claims made anew. */
export function withTable(text: string, claims: readonly Claim[]): string {
  const told = claimsTable(claims)
  const [head = ''] = told.split('\n')
  const lines = text.split('\n')
  const first = lines.indexOf(head)
  if (first < 0) throw new Error('the page has no table of claims')
  const after = lines.findIndex((line, i) => i > first && !line.startsWith('|'))
  return [...lines.slice(0, first), told, ...lines.slice(after)].join('\n')
}

/** What pages hold against their sources, by page. */
export function heldPages(): ReadonlyMap<string, Held> {
  const names = existsSync(CLAIMS) ? readdirSync(CLAIMS).sort() : []
  return new Map(
    names.map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(CLAIMS, file), 'utf8')) as Held]),
  )
}

/** The table of all pages. */
export function overview(): string {
  const held = heldPages()
  const pageOf = new Map<Claim, string>()
  for (const [page, { claims }] of held) for (const claim of claims) pageOf.set(claim, `[${page}](${page}.md)`)
  const claims = [...pageOf.keys()]
  const count = (which: string) => claims.filter((claim) => verdict(claim) === which).length
  const unexplained = claims.filter((claim) => verdict(claim) === 'differs' && causeOf(claim) === undefined).length
  return `# The sources, figure by figure

${claims.length} figures: ${count('confirmed')} confirmed, ${count('fitted')} fitted, ${count('differs')} differ, the cause of ${unexplained} of them not found.

${claimsTable(claims, (claim) => pageOf.get(claim)!)}

Written by \`npm run evidence\`, from what each page held against its source when it was last made. *Confirmed*: ours lies within the tolerance, which stands in the code beside the figure and is a tenth of theirs
where no reason is given. *Fitted*: a parameter that the source does not give was chosen so that it does. *Differs*: it does not; the cause is what an experiment of the page shows, under the heading in italics. All of ours is *simulated*, unless a page says otherwise.

${pagesTable([...held])}
`
}

/** When pages were made, what they took, and all of them together. */
function pagesTable(held: readonly (readonly [string, Held])[]): string {
  const tell = (value: number | undefined) => value?.toFixed(1) ?? 'not noted'
  const total = (of: (held: Held) => number | undefined) => tell(held.reduce((sum, [, one]) => sum + (of(one) ?? 0), 0))
  const rows = [
    ...held.map(([page, { made = '', minutes, cpuMinutes }]) => [
      `[${page}](${page}.md)`,
      made,
      tell(minutes),
      tell(cpuMinutes),
    ]),
    ['together, as far as noted', '', total(({ minutes }) => minutes), total(({ cpuMinutes }) => cpuMinutes)],
  ]
  const head = ['page', 'made', 'minutes by the clock', 'minutes of the processor']
  return `When pages were made, by the program of that day, and what they took on two cores. Most were made beside other work: a page that waited for its turn took less of the processor than of the clock.\n\n${[
    head,
    head.map(() => '---'),
    ...rows,
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')}`
}
