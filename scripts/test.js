// Runs on any Node from 20 on. Its last line is `N passed, N failed`.
//
//   npm test                         what a person waits for: lint, types, build, unit tests (on PostgreSQL where SQL or locks differ), each capability once in a browser
//   CI=true npm test                 everything, as .ci/run: all unit tests on both engines, all browser tests but the long ones, walks in WebKit, Firefox and with real neighbours
//   npm test -- app/features/cart    only the unit tests below these paths, on both engines
//   npm test -- tests/e2e/cart       only the browser tests below these paths, all of them
//   npm run test:quick               unit tests on SQLite alone, without PostgreSQL, browser and build; or those below given paths
//   npm run test:long                the interleavings, many times as often, every step of a crash, the drill of backups, and all browser tests
//   npm run test:holds               every fault of a neighbour, 200 kills, clocks and room: half an hour, with a table at the end
//
// What runs where: docs/decisions/0144. SEED=N repeats the interleavings of the run that printed this seed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { built } from './build-when-stale.js'
import { getReady, getReadyOrEnd, sentenceOf } from './get-ready.js'
import { packages, pinnedNode, root } from './install-when-missing.js'
import { ensurePrograms } from './programs-for-tests.js'
import {
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  judgeFlaky,
} from './test-counts.js'
import { chosenTests, isForCiAlone, needsPostgres, testFiles } from './test-files.js'

const limitMs = 30 * 60_000
/** How often a flaky test must pass alone. */
const runsAlone = 5
/** With CI set a run is everything, otherwise what a person waits for (docs/decisions/0144). */
const isEverything = Boolean(process.env.CI)
/** The built shop with its neighbours; with CI set a few tests of each. */
const holds = 'tests/holds/'
const browserTestsBelow = 'tests/e2e/'
const total = { passed: 0, failed: 0, skipped: 0, flaky: [] }
const failures = []
const seconds = []

const timed = async (name, task) => {
  const startedAt = Date.now()
  console.log(`\n== ${name}`)
  const result = await task()
  seconds.push(`${name} ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

const add = ({ passed = 0, failed = 0, skipped = 0, flaky = [] }) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.flaky.push(...flaky)
}

const run = (program, args, env = {}) =>
  new Promise((resolve) => {
    const first = program.startsWith('--') ? program : join(root, 'node_modules', program)
    const child = spawn(pinnedNode(), [first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: limitMs,
      env: {
        ...process.env,
        ...env,
        PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      },
    })
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })

const check = (name, ...programs) =>
  timed(name, async () => {
    for (const [program, ...args] of programs)
      if (!(await run(program, args))) {
        failures.push({ place: name, title: '' })
        return add({ failed: 1 })
      }
    add({ passed: 1 })
  })

/** A fixed place, as V8 keeps what it compiled by the path. */
const testPrograms = join(root, '.cache', 'test-programs')

const unitTests = (paths, reports, env) =>
  timed(`unit and feature tests, seed ${process.env.SEED}`, async () => {
    const report = join(reports, 'vitest.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const ended = await run('vitest/vitest.mjs', ['run', '--allowOnly=false', ...reporters, ...paths], env)
    const read = readReport(report)
    failures.push(...failedInVitest(read))
    add(countVitest(read, ended))
  })

const build = () =>
  timed('build', async () => {
    try {
      await getReady(built)
      return true
    } catch (error) {
      if (error.details) console.error(error.details)
      console.error(sentenceOf(error))
      add({ failed: 1 })
      return false
    }
  })

const browserTests = (paths, reports) =>
  timed('browser tests', async () => {
    const report = join(reports, 'playwright.json')
    const args = ['test', '--forbid-only', '--reporter=line,json', ...paths]
    const which = paths.length > 0 ? { BROWSER_TESTS: 'all' } : {}
    const ended = await run('@playwright/test/cli.js', args, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...which,
    })
    const read = readReport(report)
    failures.push(...failedInPlaywright(read))
    const counts = countPlaywright(read, ended)
    add(judgeFlaky(counts, counts.flaky.length === 0 || (await areWellAlone(counts.flaky))))
  })

const areWellAlone = (flaky) => {
  const places = flaky.map(({ place }) => place)
  const often = ['--retries=0', `--repeat-each=${runsAlone}`, '--workers=1', '--reporter=line']
  // Playwright empties its output folder, and pictures of earlier failures must stay.
  const output = '--output=test-results/alone'
  return run('@playwright/test/cli.js', ['test', ...often, output, ...places], { BROWSER_TESTS: 'all' })
}

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** For a program of ours that is no bundle. */
const asSource = ['--import', './tests/support/source-aliases.js']

/** @param {(text: string, file: string) => boolean} isLeftOut asked for each test */
const without = (isLeftOut) =>
  testFiles(root)
    .filter((file) => isLeftOut(readFileSync(join(root, file), 'utf8'), file))
    .map((file) => `--exclude=${file}`)

/**
 * Whoever has no WebKit and Firefox needs none (docs/decisions/0162), nor Swift, pgbouncer and Postfix (docs/decisions/0106). Where CI is set and
 * one cannot be had, its walk has failed. One after the other, as each may install packages.
 */
const otherWalks = async () => {
  await check('walk in WebKit', [...asSource, 'tests/webkit/walk.ts'])
  await check('walk in Firefox', [...asSource, 'tests/firefox/walk.ts'])
  await check('walk with real neighbours', [...asSource, 'tests/neighbours/walk.ts'])
}

const runAll = async (reports) => {
  const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`
  await check('types of routes', ['@react-router/dev/bin.cjs', 'typegen'])
  const checksAndBuild = async () => {
    await check('lint and format', ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', colours, '.'])
    await check('unused code', ['knip/bin/knip.js', '--no-progress', '--no-config-hints'])
    // Its usual four would each look at the types that all share.
    await check('types', ['typescript/bin/tsc', '--noEmit', '--checkers', '1'])
    const isBuilt = await build()
    if (isBuilt && isEverything) await otherWalks()
    return isBuilt
  }
  // Half of the unit tests wait for something else, so the machine has time for both.
  const [isBuilt] = await Promise.all([
    checksAndBuild(),
    unitTests(isEverything ? [] : without(isForCiAlone), reports, {
      TEST_PROGRAMS: testPrograms,
      ...(isEverything ? {} : { TEST_ENGINES: 'differing' }),
    }),
  ])
  if (!isBuilt) return
  await browserTests([], reports)
}

const runSome = async (words, reports) => {
  const { unit, browser, unknown } = chosenTests(words, testFiles(root))
  if (unknown.length > 0) return tellUnknown(unknown)
  if (unit.length > 0) await unitTests(unit, reports)
  if (browser.length > 0 && (await build())) await browserTests(browser, reports)
}

/** A kind of fault whose test failed has no line. */
const printHolds = (file) => {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const outcomes = lines.map((line) => JSON.parse(line)).sort((a, b) => a.fault.localeCompare(b.fault))
  const row = (name, ...cells) =>
    console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(12)).join(''))
  console.log()
  row('fault', 'trials', 'lost', 'doubled', 'well after')
  for (const { fault, trials, lost, doubled, recoveredMs, remarks } of outcomes) {
    row(fault, ...[trials, lost, doubled].map(String), `${(recoveredMs / 1000).toFixed(1)} s`)
    if (remarks) console.log(`  ${remarks}`)
  }
  console.log(`\nAgain with SEED=${process.env.SEED}. Nothing was restarted by hand but what was killed.`)
}

const runQuick = (words, reports) => {
  process.env.TEST_ENGINES = 'sqlite'
  const { unit, unknown } = chosenTests(words, testFiles(root))
  if (unknown.length > 0) return tellUnknown(unknown)
  const isLeftOut = (text, file) => needsPostgres(text) || (isForCiAlone(text) && !unit.includes(file))
  return unitTests([...unit, ...without(isLeftOut)], reports)
}

const tellUnknown = (unknown) => {
  console.error(`There is no test at ${unknown.join(', ')}.`)
  add({ failed: unknown.length })
}

const words = process.argv.slice(2)
const isQuick = words[0] === '--quick'
await getReadyOrEnd(packages)
const problem = isQuick ? undefined : await ensurePrograms()
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}

process.env.SEED ??= String(Date.now() % 2 ** 31)
if (words[0] === '--long') {
  process.env.LONG_TESTS = '1'
  words.splice(
    0,
    1,
    ...testFiles(root).filter((file) => /(?:interleavings|crash|backup-data)\.test\.ts$/.test(file)),
    browserTestsBelow,
  )
}
const reports = mkdtempSync(join(tmpdir(), 'shop-test-reports-'))
const isHolds = words[0] === '--holds'
if (isHolds) {
  words.splice(0, 1, holds)
  process.env.HOLDS = 'whole'
  process.env.HOLDS_TABLE = join(reports, 'holds')
}
try {
  if (isQuick) await runQuick(words.slice(1), reports)
  else await (words.length === 0 ? runAll(reports) : runSome(words, reports))
  if (isHolds) printHolds(process.env.HOLDS_TABLE)
} finally {
  rmSync(reports, { recursive: true, force: true })
}

const { passed, failed, skipped, flaky } = total
console.log(`\n${seconds.join(', ')}`)
for (const { place, title } of failures)
  console.log(`Failed: ${relative(root, resolve(root, place))} ${title}`)
for (const { place, title } of flaky) console.log(`Flaky, passed only when tried again: ${place} ${title}`)
if (skipped > 0) console.log(`Skipped: ${skipped}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
