import { defineConfig } from 'vitest/config'

/** The tests that mutants are put to (`npm run test:mutants`): in one process, since mutants live in it, and quick. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/properties.ts', 'test/mutants/setup.ts'],
    include: [
      'src/privacy/**/*.test.ts',
      'src/ledger/book.test.ts',
      'src/methods/**/*.test.ts',
      'src/checks/**/*.test.ts',
      'test/verify/*.test.ts',
      'test/hostile/*.test.ts',
    ],
  },
})
