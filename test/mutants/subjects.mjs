/** Share of mutants, in per cent, that the tests must kill. */
export const BREAK = 85

/** Files with SQL, and the tests that must notice a change in it; tests that start processes cannot. */
export const SQL = [
  {
    files: ['src/methods/threshold-rows.ts', 'src/methods/rare-queries/{index,variants}.ts'],
    tests: ['src/methods/threshold-rows.test.ts'],
  },
  { files: ['src/methods/allowlist/index.ts'], tests: ['src/methods/allowlist/plain-counting.test.ts'] },
]
