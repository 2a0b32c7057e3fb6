// Two builds of the shop, measured in turns: a slow minute affects both, so only ratios count.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pinnedNode, root } from '../scripts/install-when-missing.js'
import { freePort } from '../tests/support/free-port.ts'
import { get } from './http-get.js'
import { processorMs } from './processor-ms.js'

const askAgainMs = 2

/** From the command line: the earlier build, and this one unless another is named. */
export const [folderA, folderB = root] = process.argv.slice(2).map((folder) => resolve(folder))
if (folderA === undefined) {
  console.error('Say the folder of an earlier build: npm run bench:... -- /path/to/earlier [/path/to/later]')
  process.exit(1)
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Alternates which build comes first; gives results by round. */
export const inTurns = async (rounds, measure) => {
  const results = { a: [], b: [] }
  for (let round = 0; round < rounds; round++) {
    // On stderr, apart from the table: all rounds take many minutes.
    console.error(`round ${round + 1} of ${rounds}`)
    for (const which of round % 2 === 0 ? ['a', 'b'] : ['b', 'a']) results[which].push(await measure(which))
  }
  return results
}

/** A table row: both medians, and the median of the rounds' ratios. */
export const comparison = (name, { a, b }, of, digits = 0) => [
  name,
  median(a.map(of)).toFixed(digits),
  median(b.map(of)).toFixed(digits),
  median(a.map((one, round) => of(b[round]) / of(one))).toFixed(2),
]

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

export const dataFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts a build like npm start, with other settings if given. Resolves at the first whole page: `ms`, `serverPid`, and both processes' CPU time. */
export const startBuild = async (folder, dataDir, path, settings = {}) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const startedAt = performance.now()
  const child = spawn(pinnedNode(join(folder, 'node_modules')), ['scripts/start.js'], {
    cwd: folder,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  for (;;) {
    const answer = await get(origin, path).catch(() => undefined)
    if (answer?.status === 200 && answer.body.includes('</html>')) break
    if (child.exitCode !== null) throw new Error(`${folder} did not start`)
    await new Promise((done) => setTimeout(done, askAgainMs))
  }
  const ms = performance.now() - startedAt
  const [serverPid] = childrenOf(child.pid)
  return {
    origin,
    ms,
    serverPid,
    processorMs: processorMs(child.pid) + processorMs(serverPid),
    serverProcessorMs: processorMs(serverPid),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
