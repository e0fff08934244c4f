import { defineConfig } from 'vitest/config'

/**
 * `fast`: beside the source, each over in a moment; `npm test` runs them. `whole`: through the command line, over all methods, on real files, and what takes longer beside the
 * source (*.whole.test.ts); CI runs them too. `slow` (*.slow.test.ts) joins in `npm run test:full`.
 */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/properties.ts'],
    maxWorkers: 2, // by default one core of two stays idle
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.whole.test.ts', '**/*.slow.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.whole.test.ts', '{test,bench}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: ['{src,test,bench}/**/*.slow.test.ts'], testTimeout: 1_200_000 },
      },
    ],
  },
})
