import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { pagesWithoutLoader } from './app/addresses.ts'
import { viteAliases } from './scripts/source-aliases.js'

/** Tests of processes that are started, killed and waited for. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/tests\/holds\/|crash\.test\.ts$|\/start-scripts\.test\.ts$/.test(moduleId)

/** The long files begin first: one that began last was waited for alone, with idle cores. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Time limits are nets for what hangs, wide enough for a busy machine; no test is about them. */
export default defineConfig({
  resolve: { alias: viteAliases },
  define: { PAGES_WITHOUT_LOADER: JSON.stringify(pagesWithoutLoader) },
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '{build,data,.cache}/**'],
    globalSetup: ['./tests/support/databases-of-a-run.ts', './tests/support/programs-of-a-run.ts'],
    setupFiles: ['./tests/support/fail-on-warning.ts'],
    // Many tests wait for a database, a timer or another process: one worker more than cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // No module keeps state (tests/architecture.test.ts): files share a worker, which loads each module once.
    isolate: false,
    // What a library's next version refuses is mended when it is said (docs/decisions/0069).
    execArgv: ['--throw-deprecation'],
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
