import { defineConfig } from 'vitest/config'

/** `fast` is what `npm test` runs; `slow` (files named *.slow.test.ts) joins in `npm run test:full`. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/properties.ts'],
    maxWorkers: 2, // by default one core of two stays idle
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['{src,test,bench}/**/*.test.ts'],
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
