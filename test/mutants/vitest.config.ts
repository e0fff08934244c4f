import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { GROUPS } from './subjects.js'

/** The tests that the mutants of a group are put to (`npm run test:mutants`). */
const { MUTANTS_OF: group } = process.env

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/properties.ts', 'test/mutants/setup.ts'],
    include: (group === undefined ? Object.values(GROUPS) : [GROUPS[group]!]).flatMap(({ tests }) => tests),
  },
})
