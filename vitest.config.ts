import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { viteAliases } from './scripts/source-aliases.js'

/** Time limits are nets for what hangs, wide enough for a busy machine; no test is about them. */
export default defineConfig({
  resolve: { alias: viteAliases },
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '{build,data,.cache}/**'],
    globalSetup: ['./tests/support/postgres-for-tests.ts'],
    // Many tests wait for a database or a timer: a worker less than cores, the usual, leaves half of two cores idle.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
