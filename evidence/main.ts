import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeAll } from './all.js'
import type { Page } from './claims.js'
import { forget, noteMade, partsOf, spending } from './kept.js'
import { DOCS, overview, retell, writePage } from './overview.js'
import { PAGES } from './pages.js'

const USAGE = `usage: npm run evidence -- [NAME] [--quick] [--again] [--as-made]

Makes the page NAME, or all, and writes them to docs/evidence. NAME is one of ${Object.keys(PAGES).join(', ')}.

  --quick    small logs, to see that everything can be made; a page named is printed, nothing is written
  --again    also what this code has made already
  --as-made  takes parts of a page that other code made (for a change of words)
  --table    makes no page, only the tables of claims of all pages, from docs/evidence/claims
`

/** Lines that a page may have: the rest stands in files beside it. */
const LINES = 150

const [name, flags] = process.argv[2]?.startsWith('--')
  ? [undefined, process.argv.slice(2)]
  : [process.argv[2], process.argv.slice(3)]
const quick = flags.includes('--quick')

if (flags.includes('--help') || (name !== undefined && !(name in PAGES))) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else if (flags.includes('--table')) {
  retell()
} else if (name === undefined) {
  if (flags.includes('--again')) for (const page of Object.keys(PAGES)) forget(page, quick)
  const failed = await makeAll(quick, flags)
  if (!quick) writeFileSync(join(DOCS, 'README.md'), overview())
  if (failed.length > 0) process.stderr.write(`not made: ${failed.join(', ')}; run it again to go on\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
} else {
  if (flags.includes('--again')) forget(name, quick)
  await makeOne(name)
}

async function makeOne(page: string): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const spent = spending()
  const { part, saved } = partsOf(page, { quick, asMade: flags.includes('--as-made'), say })
  const make = await PAGES[page]!()
  const made = await make(quick, part)
  const whole: Page = typeof made === 'string' ? { text: made, claims: [] } : made
  const [now, before] = [spent(), saved()]
  const cost = { seconds: now.seconds + before.seconds, cpu: now.cpu + before.cpu }
  if (quick) process.stdout.write(whole.text)
  else writePage(page, whole, cost)
  noteMade(page, quick, cost)
  const lines = whole.text.split('\n').length
  if (lines > LINES + 1) say(`${page}: ${lines} lines, more than the ${LINES} that a page should have`)
}
