import { defineConfig } from 'vitest/config'
import { viteAliases } from './scripts/source-aliases.js'

export default defineConfig({
  resolve: { alias: viteAliases },
  test: {
    include: [
      'app/**/*.test.ts',
      'app/**/*.test.tsx',
      'db/**/*.test.ts',
      'practice/**/*.test.ts',
      'tests/*.test.ts',
    ],
    globalSetup: ['./tests/support/postgres-for-tests.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
