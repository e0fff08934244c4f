import fc from 'fast-check'

// `npm test` repeats, so that a red run is about the change at hand; `npm run test:full` explores with fresh seeds.
if (process.env.LETHE_EXPLORE === undefined) fc.configureGlobal({ seed: 20060301 })
