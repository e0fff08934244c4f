import type { Maker } from './claims.js'

/** Each page of evidence by name: what makes it. Those that take longest come first. */
export const PAGES: Readonly<Record<string, () => Promise<Maker>>> = {
  kumar: async () => (await import('./kumar.js')).kumar,
  tokens: async () => (await import('./tokens.js')).tokens,
  microaggregation: async () => (await import('./microaggregation.js')).microaggregation,
  comparison: async () => (await import('./comparison.js')).comparison,
  km: async () => (await import('./km.js')).km,
  peer: async () => (await import('./peer.js')).peer,
  'peer-hardened': async () => (await import('./peer-hardened.js')).peerHardened,
  causes: async () => (await import('./causes.js')).causes,
  inversion: async () => (await import('./inversion.js')).inversion,
  counted: async () => (await import('./counted.js')).counted,
  adar: async () => (await import('./adar.js')).adar,
  sessions: async () => (await import('./sessions.js')).sessions,
  generator: async () => (await import('./generator.js')).generator,
  whole: async () => (await import('./generator.js')).whole,
  histograms: async () => (await import('./histograms.js')).histograms,
  interests: async () => (await import('./interests.js')).interests,
  synthetic: async () => (await import('./synthetic.js')).synthetic,
  rules: async () => (await import('./rules.js')).rules,
  phrases: async () => (await import('./phrases.js')).phrases,
  shares: async () => (await import('./shares.js')).shares,
  series: async () => (await import('./series.js')).series,
}

/** Pages that tell seconds: made one by one, when nothing else runs. */
export const TIMED: readonly string[] = ['km', 'adar', 'series', 'shares']

/** What a page may take, and a quick one. */
export const LIMIT_MINUTES = { full: 40, quick: 10 } as const
