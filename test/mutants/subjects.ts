interface Sql {
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

export interface Group extends Sql {
  readonly share?: number
  readonly sql?: readonly Sql[]
  readonly sqlShare?: number
}

/** Share of mutants, in per cent, that the tests must kill in each group. */
export const BREAK = 85

/**
 * What promises rest on, in groups; which tests must notice a change in them: in one process, since mutants live in it, and quick, since each is run
 * hundreds of times. `sql` names the files that count in SQL, and the tests for it. `share` and `sqlShare` say how much of it is tried; all, if not said.
 */
export const GROUPS: Readonly<Record<string, Group>> = {
  privacy: { files: ['src/privacy/*.ts'], tests: ['src/privacy/*.test.ts'] },
  ledger: { files: ['src/ledger/*.ts'], tests: ['src/ledger/{book,entry-shape}.test.ts'] },
  guarantee: {
    files: ['src/release/guarantee.ts'],
    tests: ['src/release/guarantee.test.ts', 'src/checks/stated.test.ts', 'src/checks/check.test.ts'],
  },
  thresholds: {
    files: [
      'src/thresholds/rows.ts',
      'src/methods/rare-queries/*.ts',
      'src/methods/allowlist/*.ts',
      'src/histograms/*.ts',
    ],
    tests: [
      'src/thresholds/rows.whole.test.ts',
      'src/methods/allowlist/plain-counting.whole.test.ts',
      'src/histograms/items.test.ts',
      'src/thresholds/methods.test.ts',
      'test/hostile/chosen-items.test.ts',
    ],
    sql: [
      {
        files: ['src/thresholds/rows.ts', 'src/methods/rare-queries/{index,variants}.ts'],
        tests: ['src/thresholds/rows.whole.test.ts'],
      },
      { files: ['src/methods/allowlist/index.ts'], tests: ['src/methods/allowlist/plain-counting.whole.test.ts'] },
      { files: ['src/histograms/*.ts'], tests: ['src/histograms/items.test.ts'] },
    ],
  },
  'checks-counts': {
    files: [
      'src/checks/{against,diversity,histories,identical-users,k-m,k-users-per-ngram,k-users-per-query,persons,rare-combinations}.ts',
    ],
    tests: [
      'src/checks/{beside-answers,check,identical-users,k-m,k-m-edges,k-users-per-ngram,k-users-per-query,what-is-told}.test.ts',
    ],
    share: 0.3,
    sql: [
      {
        files: ['src/checks/{against,diversity,histories,identical-users,k-m,k-users-per-ngram,k-users-per-query}.ts'],
        tests: [
          'src/checks/{beside-answers,identical-users,k-m,k-m-edges,k-users-per-ngram,k-users-per-query}.test.ts',
        ],
      },
    ],
    sqlShare: 0.4,
  },
  'checks-rows': {
    files: ['src/checks/{bag-of-stems,rows-of-the-log}.ts'],
    tests: ['src/checks/rows-of-the-log.test.ts'],
    sql: [{ files: ['src/checks/{bag-of-stems,rows-of-the-log}.ts'], tests: ['src/checks/rows-of-the-log.test.ts'] }],
  },
  'checks-dp': {
    files: ['src/checks/dp*.ts'],
    tests: ['src/checks/dp-*.test.ts'],
    share: 0.12,
    sql: [{ files: ['src/checks/dp*.ts'], tests: ['src/checks/dp-{claim,items,tests}.test.ts'] }],
    sqlShare: 0.4,
  },
  'checks-form': {
    files: ['src/checks/{asked,check,claim,claims,exact-file,form,signature,stated-*,texts,values,verify}.ts'],
    tests: [
      'src/checks/{check,stated}.test.ts',
      'test/hostile/stated-promises.test.ts',
      'test/verify/{tampering,joined-promises}.test.ts',
      'test/hostile/foreign-texts.test.ts',
    ],
    share: 0.12,
    sql: [
      {
        files: ['src/checks/{form,values,verify}.ts'],
        tests: [
          'test/verify/{joined-promises,tampering}.test.ts',
          'test/hostile/forged-releases.slow.test.ts',
          'test/hostile/honest-rows.test.ts',
        ],
      },
    ],
  },
  'checks-shares': {
    files: ['src/checks/{revealed-in-original,sealed-rows,threshold-reveal}.ts'],
    tests: ['test/verify/{shared,shared-told}.test.ts', 'test/hostile/forged-shares.test.ts'],
    share: 0.25,
    sql: [
      {
        files: ['src/checks/{revealed-in-original,sealed-rows,threshold-reveal}.ts'],
        tests: ['test/verify/{shared,shared-told}.test.ts'],
      },
    ],
    sqlShare: 0.4,
  },
}
