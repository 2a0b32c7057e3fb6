import { spawn } from 'node:child_process'
import { root } from './get-ready.js'
import { pinnedNode } from './install-when-missing.js'

const watchMs = 250

/** Flags of the server's Node: what pages leave behind is swept up early, or it takes 16 MB three times. */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4']

const flags = ['--enable-source-maps', '--import', new URL('read-env-file.js', import.meta.url).href]

// glibc's allocator otherwise keeps what each compressing thread left behind: 40 MB after some thousand pages.
const env = { MALLOC_ARENA_MAX: '2', ...process.env }

/**
 * Runs a script of ours with the pinned Node and the settings of .env until it ends, and ends with its exit code. A signal sent to this process
 * goes on to it.
 * @param {...string} args Node's further flags, the script and its arguments
 */
export const runPinned = (...args) => {
  const child = spawn(pinnedNode(), [...flags, ...args], { cwd: root, stdio: 'inherit', env })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))

  // A SIGTERM sent to npm ends npm and its shell, and never comes here: that they are gone is all there is to see.
  const startedBy = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) {
    const watch = setInterval(() => {
      if (process.ppid === startedBy) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, watchMs).unref()
  }
}
