import { defineConfig } from 'vitest/config'

/**
 * `fast`: beside the source, each over in a moment; `npm test` runs them. `whole`: through the command line, over all methods, on real files, and what takes longer beside the
 * source (*.whole.test.ts); CI runs them too. `slow` (*.slow.test.ts) joins in `npm run test:full`. `cluster` and `cluster-full` need Java and fetch a cluster: only
 * `npm run test:cluster` and `npm run test:cluster:full` name them.
 */
const CLUSTER = ['**/*.cluster.test.ts', '**/*.cluster-full.test.ts']

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
          exclude: ['**/*.whole.test.ts', '**/*.slow.test.ts', ...CLUSTER, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.whole.test.ts', '{test,bench}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', ...CLUSTER, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: ['{src,test,bench}/**/*.slow.test.ts'], testTimeout: 1_200_000 },
      },
      // One file after the other: most share a cluster (test/cluster/shared.ts), some have one of their own, and several at work do not fit into small machines.
      ...['cluster', 'cluster-full'].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`{src,test}/**/*.${name}.test.ts`],
          globalSetup: ['test/cluster/shared.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      })),
    ],
  },
})
