import { spawn } from 'node:child_process'
import { root } from './get-ready.js'
import { pinnedNode } from './install-when-missing.js'

const watchMs = 250

/**
 * A small semi-space, so that garbage of renders is collected early, and by the main thread alone: of few cores those that would help are
 * taken from the database, and it waits for them.
 */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4', '--no-parallel-scavenge']

const flags = ['--enable-source-maps', '--import', new URL('read-env-file.js', import.meta.url).href]

/** Otherwise glibc keeps memory of each compressing thread: tens of MB after some thousand pages. */
export const allocator = { MALLOC_ARENA_MAX: '1' }

const env = { ...allocator, ...process.env }

/** @param {...string} args Node's flags, script and arguments: run by the pinned Node, with .env; signals are passed on */
export const runPinned = (...args) => {
  const child = spawn(pinnedNode(), [...flags, ...args], { cwd: root, stdio: 'inherit', env })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))

  // A SIGTERM to npm ends npm and its shell, and does not arrive here.
  const startedBy = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) {
    const watch = setInterval(() => {
      if (process.ppid === startedBy) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, watchMs).unref()
  }
}
