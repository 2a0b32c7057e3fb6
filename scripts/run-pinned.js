import { spawn } from 'node:child_process'
import { root } from './get-ready.js'
import { pinnedNode } from './install-when-missing.js'

const watchMs = 250

/** A small semi-space: what renders leave behind is collected early. */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4']

const flags = ['--enable-source-maps', '--import', new URL('read-env-file.js', import.meta.url).href]

/** glibc otherwise keeps what each compressing thread left behind: tens of MB after some thousand pages. */
export const allocator = { MALLOC_ARENA_MAX: '1' }

const env = { ...allocator, ...process.env }

/**
 * Runs a script with the pinned Node and the settings of .env, passes signals on, and ends with its exit code.
 * @param {...string} args Node's further flags, the script and its arguments
 */
export const runPinned = (...args) => {
  const child = spawn(pinnedNode(), [...flags, ...args], { cwd: root, stdio: 'inherit', env })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))

  // A SIGTERM sent to npm ends npm and its shell, and never comes here.
  const startedBy = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) {
    const watch = setInterval(() => {
      if (process.ppid === startedBy) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, watchMs).unref()
  }
}
