// npm test: everything that CI runs, on any Node from 20 on. Its last line is `N passed, N failed`.
//
//   npm test                         checks, unit and feature tests on both engines, build, browser tests
//   npm test -- app/features/cart    only the unit and feature tests below these paths
//   npm test -- tests/e2e/cart       only the browser tests below these paths
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBuilt } from './build-when-stale.js'
import { ensureInstalled, pinnedNode, root } from './install-when-missing.js'
import { oneAtATime } from './one-at-a-time.js'
import { ensurePrograms } from './programs-for-tests.js'
import { countPlaywright, countVitest } from './test-counts.js'

const minute = 60_000
const total = { passed: 0, failed: 0, skipped: 0 }
const seconds = []

const timed = async (name, work) => {
  const startedAt = Date.now()
  console.log(`\n== ${name}`)
  const result = await work()
  const took = (Date.now() - startedAt) / 1000
  seconds.push(`${name} ${took.toFixed(1)} s`)
  return result
}

const add = ({ passed = 0, failed = 0, skipped = 0 }) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** Runs a package's program with the pinned Node and says whether it ended well. */
const run = (program, args, { limitMs = 5 * minute, env = {} } = {}) => {
  const { status, error } = spawnSync(pinnedNode(), [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: limitMs,
    env: {
      ...process.env,
      ...env,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  })
  if (error) console.error(`${program}: ${error.message}`)
  return status === 0
}

const check = (name, ...programs) =>
  timed(name, () =>
    add(programs.every(([program, ...args]) => run(program, args)) ? { passed: 1 } : { failed: 1 }),
  )

const unitTests = (paths, reports) =>
  timed('unit and feature tests', () => {
    const report = join(reports, 'vitest.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const ended = run('vitest/vitest.mjs', ['run', '--allowOnly=false', ...reporters, ...paths], {
      limitMs: 10 * minute,
    })
    add(countVitest(readReport(report), ended))
  })

const build = () =>
  timed('build', async () => {
    try {
      await oneAtATime(ensureBuilt)
      return true
    } catch (error) {
      console.error(error.message)
      add({ failed: 1 })
      return false
    }
  })

const browserTests = (paths, reports) =>
  timed('browser tests', () => {
    const report = join(reports, 'playwright.json')
    const ended = run(
      '@playwright/test/cli.js',
      ['test', '--forbid-only', '--reporter=line,json', ...paths],
      { limitMs: 12 * minute, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    )
    add(countPlaywright(readReport(report), ended))
  })

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const runAll = async (reports) => {
  await check('lint and format', [
    '@biomejs/biome/bin/biome',
    'ci',
    '--error-on-warnings',
    `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
    '.',
  ])
  await check('types', ['@react-router/dev/bin.cjs', 'typegen'], ['typescript/bin/tsc', '--noEmit'])
  await unitTests([], reports)
  if (await build()) await browserTests([], reports)
}

const runSome = async (paths, reports) => {
  const inBrowser = paths.filter((path) => /^(\.\/)?tests\/e2e(\/|$)/.test(path))
  const others = paths.filter((path) => !inBrowser.includes(path))
  if (others.length > 0) await unitTests(others, reports)
  if (inBrowser.length > 0 && (await build())) await browserTests(inBrowser, reports)
}

await oneAtATime(ensureInstalled)
const problem = ensurePrograms()
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}

const paths = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'shop-test-reports-'))
try {
  await (paths.length === 0 ? runAll(reports) : runSome(paths, reports))
} finally {
  rmSync(reports, { recursive: true, force: true })
}

const { passed, failed, skipped } = total
console.log(`\n${seconds.join(', ')}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
