import process from 'node:process'
import { BREAK } from './test/mutants/subjects.mjs'

const group = process.env.MUTANTS_OF ?? 'all'

/** Run by `test/mutants/run.mjs`, which says what is mutated. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // Texts for people are compared where they are made; SQL has mutants of its own (test/mutants/sql.mjs).
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['.stryker-tmp', 'dist', 'docs', 'bench', 'kernels', '*.private'],
  timeoutMS: 3000,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `.stryker-tmp/${group}.json` },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  thresholds: { high: 95, low: BREAK, break: BREAK },
  tempDirName: `.stryker-tmp/${group}`,
  cleanTempDir: 'always',
}
