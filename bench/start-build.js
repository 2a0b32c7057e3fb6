// A build of the shop, this one or another in a folder of its own, as `npm start` runs it.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinnedNode } from '../scripts/install-when-missing.js'
import { freePort } from '../tests/support/free-port.ts'
import { get } from './http-get.js'
import { processorMs } from './processor-ms.js'

const askAgainMs = 2

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
