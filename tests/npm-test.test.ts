import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  judgeFlaky,
} from '../scripts/test-counts.js'
import {
  chosenTests,
  dependsOnEngine,
  isForCiAlone,
  needsPostgres,
  runsOnPostgres,
  testFiles,
} from '../scripts/test-files.js'

const vitestReport = (passed: number, failed: number, files: readonly object[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: files,
})
const playwrightReport = (expected: number, unexpected: number) => ({
  stats: { expected, unexpected, flaky: 0, skipped: 2 },
})

describe('what the last line of npm test counts', () => {
  test('tests that passed, failed and were skipped', () => {
    expect(countVitest(vitestReport(5, 2), false)).toMatchObject({ passed: 5, failed: 2, skipped: 1 })
    expect(countPlaywright(playwrightReport(5, 2), false)).toMatchObject({
      passed: 5,
      failed: 2,
      skipped: 2,
    })
  })

  test('a run without a test is a failure', () => {
    expect(countVitest(vitestReport(0, 0), true).failed).toBe(1)
    expect(countPlaywright(playwrightReport(0, 0), true).failed).toBe(1)
  })

  test('a runner that died or left no report is a failure', () => {
    expect(countVitest(vitestReport(5, 0), false).failed).toBe(1)
    expect(countPlaywright(playwrightReport(5, 0), false).failed).toBe(1)
    expect(countVitest(undefined, true).failed).toBe(1)
    expect(countPlaywright(undefined, true).failed).toBe(1)
  })

  test('a test file that cannot be loaded is a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    const ordinary = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(countVitest(vitestReport(5, 1, [broken, ordinary]), false).failed).toBe(2)
  })

  test('what failed is named, also a file that cannot be loaded', () => {
    const failed = { status: 'failed', fullName: 'cart keeps what it has' }
    const files = [
      { name: 'cart.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
      { name: 'well.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(failedInVitest(vitestReport(2, 1, files))).toEqual([
      { title: 'cart keeps what it has', place: 'cart.test.ts' },
      { title: 'could not be loaded', place: 'broken.test.ts' },
    ])
    const specs = ['expected', 'unexpected'].map((status, at) => ({
      file: 'cart.spec.ts',
      line: at,
      title: status,
      tests: [{ status }],
    }))
    expect(failedInPlaywright({ suites: [{ specs }] })).toEqual([
      { title: 'unexpected', place: 'cart.spec.ts:1' },
    ])
    expect([...failedInVitest(undefined), ...failedInPlaywright(undefined)]).toEqual([])
  })

  test('a test that passed only when tried again is named, and has failed unless it is well by itself', () => {
    const spec = (title: string, line: number, status: string) => ({
      file: 'cart.spec.ts',
      line,
      title,
      tests: [{ status }],
    })
    const report = {
      stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [spec('is well', 3, 'expected')],
          suites: [{ specs: [spec('sometimes loses a tap', 12, 'flaky')] }],
        },
      ],
    }
    const flaky = [{ title: 'sometimes loses a tap', place: 'cart.spec.ts:12' }]
    const counts = countPlaywright(report, true)
    expect(judgeFlaky(counts, true)).toEqual({ passed: 6, failed: 0, skipped: 0, flaky })
    expect(judgeFlaky(counts, false)).toEqual({ passed: 5, failed: 1, skipped: 0, flaky })
  })
})

describe('what npm test -- PATH runs', () => {
  const files = ['app/features/cart/rules.test.ts', 'tests/e2e/cart.spec.ts', 'tests/e2e/cart-kits.spec.ts']

  test('folders, files, their beginnings and a line, each with its runner', () => {
    expect(chosenTests(['app/features/cart', './tests/e2e/cart'], files)).toEqual({
      unit: ['app/features/cart'],
      browser: ['tests/e2e/cart'],
      unknown: [],
    })
    expect(chosenTests(['tests/e2e/cart.spec.ts:12'], files).browser).toEqual(['tests/e2e/cart.spec.ts:12'])
  })

  test('a mistyped path is not passed over, though others are right', () => {
    expect(chosenTests(['app/features/cart', 'app/featurs/kits', '-t'], files).unknown).toEqual([
      'app/featurs/kits',
      '-t',
    ])
  })
})

test('npm run test:quick leaves out what is about PostgreSQL alone', () => {
  const texts = {
    "import { postgresPlaces } from '../tests/support/database-places.ts'": true,
    "import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'": true,
    "pg.connect(inject('postgresUrl'))": true,
    "onBothEngines('likes', (open) => {": false,
  }
  for (const [text, isLeftOut] of Object.entries(texts)) expect(needsPostgres(text), text).toBe(isLeftOut)
})

describe('what npm test runs without CI', () => {
  const onPostgres = (texts: Readonly<Record<string, string>>) =>
    runsOnPostgres('app/features/x/likes.test.ts', (path) => texts[path] ?? '')
  const besideTest = (text: string) =>
    onPostgres({
      'app/features/x/likes.test.ts': "import { like } from './commands.server.ts'",
      'app/features/x/commands.server.ts': text,
    })

  test('on PostgreSQL too: tests of a source beside them that writes SQL, asks for the engine or takes a lock', () => {
    for (const [text, depends] of Object.entries({
      'await sql`select 1`.execute(db)': true,
      'await sql<{ at: number }>`select 1`.execute(db)': true,
      "if (engineOf(trx) === 'sqlite') return": true,
      "trx.selectFrom('orders').forUpdate()": true,
      ".forUpdate('orders').skipLocked()": true,
      'select pg_advisory_xact_lock(1)': true,
      "trx.selectFrom('orders').selectAll()": false,
      'const mysql = `select 1`': false,
    })) {
      expect(dependsOnEngine(text), text).toBe(depends)
      expect(besideTest(text), text).toBe(depends)
    }
  })

  test('on PostgreSQL too: tests whose transactions meet; what lies elsewhere is proved there', () => {
    const text = (of: string) => onPostgres({ 'app/features/x/likes.test.ts': of })
    expect(text('await untilOneWaits(db)')).toBe(true)
    expect(text("describe('random interleavings', () => {")).toBe(true)
    expect(text("// @postgres\n\nonBothEngines('likes', (open) => {")).toBe(true)
    expect(text("onBothEngines('likes', (open) => {")).toBe(false)
    expect(
      onPostgres({
        'app/features/x/likes.test.ts': "import { read } from '../y/queries.server.ts'",
        'app/features/y/queries.server.ts': 'sql`select 1`',
      }),
    ).toBe(false)
  })

  test('each source that depends on the engine has such a test in its folder, or in one that uses it', () => {
    const read = (path: string) => readFileSync(path, 'utf8')
    const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
    const tests = testFiles('.').filter((path) => path.endsWith('.test.ts'))
    const proved = new Set(
      tests.filter((path) => runsOnPostgres(path) || needsPostgres(read(path))).map(folderOf),
    )
    const sources = globSync('app/**/*.ts')
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => ({ path, text: read(path) }))
    const isProved = (path: string) => {
      const name = path.slice(path.lastIndexOf('/'))
      const users = sources.filter(({ text }) => text.includes(`${name}'`))
      return [path, ...users.map((user) => user.path)].some((each) => proved.has(folderOf(each)))
    }
    const open = sources.filter(({ path, text }) => dependsOnEngine(text) && !isProved(path))
    expect(open.map(({ path }) => path)).toEqual([])
  })

  test('and CI runs everything', () => {
    for (const place of ['.ci/run', '.github/workflows/test.yml'])
      expect(readFileSync(place, 'utf8'), place).toMatch(/\bCI=true npm test$/m)
  })

  test('and so does each walk in another browser, or with real neighbours', () => {
    const script = readFileSync('scripts/test.js', 'utf8')
    const walks = globSync('tests/*/walk.ts')
    expect(walks).toContain(join('tests', 'webkit', 'walk.ts'))
    for (const walk of walks) expect(script, walk).toContain(`[...asSource, '${walk}']`)
  })

  test('without what says in its first line that nobody shall wait for it', () => {
    expect(isForCiAlone('// @every: the built shop with neighbours that fail\n')).toBe(true)
    expect(isForCiAlone("import { test } from 'vitest'\n// @every\n")).toBe(false)
  })

  test('and no test says it in another line, where nobody reads it', () => {
    const unread = testFiles('.').filter((path) =>
      /\n\/\/ @(?:every|postgres)\b/.test(readFileSync(path, 'utf8')),
    )
    expect(unread).toEqual([])
  })
})
