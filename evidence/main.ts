/** Each page of evidence by name: what makes its Markdown. */
const PAGES: Readonly<Record<string, () => Promise<(quick: boolean) => Promise<string>>>> = {
  km: async () => (await import('./km.js')).km,
  generator: async () => (await import('./generator.js')).generator,
  histograms: async () => (await import('./histograms.js')).histograms,
  microaggregation: async () => (await import('./microaggregation.js')).microaggregation,
  tokens: async () => (await import('./tokens.js')).tokens,
  peer: async () => (await import('./peer.js')).peer,
  rules: async () => (await import('./rules.js')).rules,
  phrases: async () => (await import('./phrases.js')).phrases,
  shares: async () => (await import('./shares.js')).shares,
  series: async () => (await import('./series.js')).series,
  sessions: async () => (await import('./sessions.js')).sessions,
  synthetic: async () => (await import('./synthetic.js')).synthetic,
}

// npm run evidence -- NAME [--quick]: figures of the sources beside ours, as Markdown.
const [name = '', ...flags] = process.argv.slice(2)
const page = PAGES[name]
if (page) process.stdout.write(await (await page())(flags.includes('--quick')))
else {
  process.stderr.write(`usage: npm run evidence -- NAME [--quick], with NAME one of ${Object.keys(PAGES).join(', ')}\n`)
  process.exitCode = 2
}
