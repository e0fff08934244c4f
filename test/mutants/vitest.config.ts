import { defineConfig } from 'vitest/config'
import { GROUPS } from './subjects.mjs'

/** The tests that the mutants of a group are put to (`npm run test:mutants`). */
const group = process.env.MUTANTS_OF as keyof typeof GROUPS | undefined

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/properties.ts', 'test/mutants/setup.ts'],
    include: group === undefined ? Object.values(GROUPS).flatMap(({ tests }) => tests) : GROUPS[group].tests,
  },
})
