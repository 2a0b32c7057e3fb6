// npm run test:faults [-- WORD ...]: plants known faults (all, or those whose name or path holds each word) in a copy of the
// project, one at a time, and counts how many of them the tests notice. A fault names a text, not a path; a text that is gone
// or not unique is an error of the list.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/get-ready.js'
import { pinnedNode } from '../../scripts/install-when-missing.js'
import { memoryFolder } from '../support/memory-folder.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { faults } from './all.js'
import { findPlaces } from './places.js'
import { openUnitTests } from './unit-tests.js'

// Vitest's workers take the Node of this process.
if (process.execPath !== realpathSync(pinnedNode()))
  process.exit(spawnSync(pinnedNode(), process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)

const limitMs = 10 * 60_000
const goal = 0.9

const words = process.argv.slice(2)
const { planted, problems } = findPlaces(faults)
for (const problem of problems) console.error(problem)
const chosen = planted.filter(({ name, path }) =>
  words.every((word) => name.includes(word) || path.includes(word)),
)

const copy = mkdtempSync(join(memoryFolder(), 'shop-faults-'))
const left = /^(node_modules|build|data|test-results|\.git|\.cache)$/
cpSync(root, copy, { recursive: true, filter: (from) => !left.test(from.slice(root.length)) })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
const cluster = await startPostgresCluster()
process.env.TEST_POSTGRES_URL = cluster.url('postgres')
const unitTests = await openUnitTests(copy)

/** Runs a program in the copy; resolves with whether it ended well. What hangs did not. */
const endsWell = async (program, args, env = {}) => {
  const child = spawn(pinnedNode(), [join(copy, 'node_modules', program), ...args], {
    stdio: 'ignore',
    timeout: limitMs,
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const browserTestsPass = async (browser) =>
  (await endsWell('@react-router/dev/bin.cjs', ['build', '--logLevel', 'error'], {
    NODE_ENV: 'production',
  })) && endsWell('@playwright/test/cli.js', ['test', '--max-failures=1', ...browser.split(' ')])

const whilePlanted = async ({ path, text, instead }, task) => {
  const before = readFileSync(path, 'utf8')
  const write = (content) => {
    writeFileSync(path, content)
    unitTests.changed(path)
  }
  write(before.replace(text, () => instead))
  try {
    return await task()
  } finally {
    write(before)
  }
}

const sound = new Set()

/** Whether tests fail with a fault and pass without it. */
const notice = async (name, fault, pass) => {
  if (await whilePlanted(fault, pass)) return false
  if (!sound.has(name) && !(await pass()))
    throw new Error(`Without a fault these tests fail too, mend that first: ${name}`)
  sound.add(name)
  return true
}

const isCaught = async (fault) => {
  const { browser, path } = fault
  if (browser !== undefined) return notice(browser, fault, () => browserTestsPass(browser))
  for (const tests of unitTests.of(path)) {
    const some = await tests
    const name = some.map(({ moduleId }) => moduleId).join(', ')
    if (await notice(name, fault, () => unitTests.pass(some))) return true
  }
  return false
}

const missed = []
try {
  for (const fault of chosen) {
    const caught = await isCaught(fault)
    if (!caught) missed.push(fault)
    console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.name}  (${fault.path})`)
  }
} finally {
  await unitTests.close()
  await cluster.stop()
  rmSync(copy, { recursive: true, force: true })
}

const share = chosen.length === 0 ? 0 : (chosen.length - missed.length) / chosen.length
console.log(
  `\n${chosen.length - missed.length} of ${chosen.length} planted faults caught (${Math.round(share * 100)} %)`,
)
process.exitCode = problems.length > 0 || share < goal ? 1 : 0
