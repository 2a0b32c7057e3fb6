// npm run test:faults [-- WORD ...]: plants known faults (all, or those whose name or path holds each word) in a copy of the
// project, one at a time, and counts how many of them the tests notice. A fault names a text, not a path; a text that is gone
// or not unique is an error of the list.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/get-ready.js'
import { pinnedNode } from '../../scripts/install-when-missing.js'
import { memoryFolder } from '../support/memory-folder.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { faults as browserFaults } from './browser.js'
import { faults as cartFaults } from './cart.js'
import { faults as httpFaults } from './http.js'
import { faults as kernelFaults } from './kernel.js'
import { faults as paymentFaults } from './payment.js'
import { findPlaces } from './places.js'
import { faults as serverFaults } from './server.js'

const limitMs = 10 * 60_000
const goal = 0.9

const words = process.argv.slice(2)
const { planted, problems } = findPlaces([
  ...paymentFaults,
  ...cartFaults,
  ...kernelFaults,
  ...serverFaults,
  ...httpFaults,
  ...browserFaults,
])
for (const problem of problems) console.error(problem)
const chosen = planted.filter(({ name, path }) =>
  words.every((word) => name.includes(word) || path.includes(word)),
)

const copy = mkdtempSync(join(memoryFolder(), 'shop-faults-'))
const left = /^(node_modules|build|data|test-results|\.git|\.cache)$/
cpSync(root, copy, { recursive: true, filter: (from) => !left.test(from.slice(root.length)) })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const cluster = await startPostgresCluster()

/** Runs a program in the copy; resolves with whether it ended well. What hangs did not. */
const endsWell = async (program, args, env = {}) => {
  const child = spawn(pinnedNode(), [join(copy, 'node_modules', program), ...args], {
    cwd: copy,
    stdio: 'ignore',
    timeout: limitMs,
    env: { ...process.env, TEST_POSTGRES_URL: cluster.url('postgres'), ...env },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const vitest = (...args) => endsWell('vitest/vitest.mjs', [...args, '--run', '--bail=1', '--passWithNoTests'])

/** Whether the tests beside a file pass; for a fault of pages, its build and its browser test. */
const narrowPass = async ({ path, browser }) => {
  if (browser === undefined) return vitest('run', dirname(path))
  const build = ['build', '--logLevel', 'error']
  if (!(await endsWell('@react-router/dev/bin.cjs', build, { NODE_ENV: 'production' }))) return false
  return endsWell('@playwright/test/cli.js', ['test', '--max-failures=1', ...browser.split(' ')])
}

/** Only what the narrow tests miss is asked of every test that imports the file. */
const isMissed = async (fault) =>
  (await narrowPass(fault)) && (fault.browser !== undefined || (await vitest('related', fault.path)))

const missed = []
const sound = new Set()
try {
  for (const fault of chosen) {
    // A test that fails without any fault would catch everything.
    const tests = fault.browser ?? dirname(fault.path)
    if (!sound.has(tests) && !(await narrowPass(fault)))
      throw new Error(`Without a fault the tests of ${tests} fail too: mend that first.`)
    sound.add(tests)
    const file = join(copy, fault.path)
    const before = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      before.replace(fault.text, () => fault.instead),
    )
    const isSilent = await isMissed(fault)
    writeFileSync(file, before)
    if (isSilent) missed.push(fault)
    console.log(`${isSilent ? 'MISSED' : 'caught'}  ${fault.name}  (${fault.path})`)
  }
} finally {
  await cluster.stop()
  rmSync(copy, { recursive: true, force: true })
}

const share = chosen.length === 0 ? 0 : (chosen.length - missed.length) / chosen.length
console.log(
  `\n${chosen.length - missed.length} of ${chosen.length} planted faults caught (${Math.round(share * 100)} %)`,
)
process.exitCode = problems.length > 0 || share < goal ? 1 : 0
