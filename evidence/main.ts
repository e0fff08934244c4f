import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { type Claim, claimsTable, type Page } from './claims.js'

/** Each page of evidence by name: what makes its Markdown. */
const PAGES: Readonly<Record<string, () => Promise<(quick: boolean) => Promise<string | Page>>>> = {
  km: async () => (await import('./km.js')).km,
  generator: async () => (await import('./generator.js')).generator,
  histograms: async () => (await import('./histograms.js')).histograms,
  microaggregation: async () => (await import('./microaggregation.js')).microaggregation,
  tokens: async () => (await import('./tokens.js')).tokens,
  peer: async () => (await import('./peer.js')).peer,
  'peer-hardened': async () => (await import('./peer-hardened.js')).peerHardened,
  rules: async () => (await import('./rules.js')).rules,
  phrases: async () => (await import('./phrases.js')).phrases,
  shares: async () => (await import('./shares.js')).shares,
  series: async () => (await import('./series.js')).series,
  sessions: async () => (await import('./sessions.js')).sessions,
  synthetic: async () => (await import('./synthetic.js')).synthetic,
}

// npm run evidence -- NAME [--quick]: figures of the sources beside ours, as Markdown. A full run keeps its claims for the table of all pages.
const [name = '', ...flags] = process.argv.slice(2)
const make = PAGES[name]
if (make) {
  const quick = flags.includes('--quick')
  const made = await (await make())(quick)
  if (typeof made !== 'string' && !quick) keep(name, made.claims)
  process.stdout.write(typeof made === 'string' ? made : made.text)
} else {
  process.stderr.write(`usage: npm run evidence -- NAME [--quick], with NAME one of ${Object.keys(PAGES).join(', ')}\n`)
  process.exitCode = 2
}

function keep(page: string, claims: readonly Claim[]): void {
  const docs = join(PACKAGE_ROOT, 'docs', 'evidence')
  const dir = join(docs, 'claims')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, `${page}.json`), `${JSON.stringify(claims, null, 2)}\n`)
  writeFileSync(join(docs, 'README.md'), overview(dir))
}

/** What all pages hold against their sources, by page. */
function overview(dir: string): string {
  const pages = existsSync(dir) ? readdirSync(dir).sort() : []
  const pageOf = new Map<Claim, string>()
  for (const file of pages) {
    const page = file.replace(/\.json$/, '')
    for (const claim of JSON.parse(readFileSync(join(dir, file), 'utf8')) as Claim[])
      pageOf.set(claim, `[${page}](${page}.md)`)
  }
  return `# The sources, figure by figure

Written by \`npm run evidence -- NAME\`, from what each page held against its source when it was last made. *Confirmed*: ours lies within the tolerance, which stands in the code beside the
figure. *Fitted*: a parameter that the source does not give was chosen so that it does. *Differs*: it does not, and the cause is what an experiment of the page shows. All of ours is *simulated*.

${claimsTable([...pageOf.keys()], (claim) => pageOf.get(claim)!)}
`
}
