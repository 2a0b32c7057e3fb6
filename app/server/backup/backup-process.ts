import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** A process of its own, since a backup would block the shop's; the command records its result (D29). */
export const runBackup = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const program = createRequire(import.meta.url).resolve('#owner-command')
    const child = spawn(process.execPath, [program, 'data', 'backup'], { stdio: 'ignore' })
    // Like Ctrl-C: it cleans up.
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    child.once('error', reject)
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve()
      else reject(new Error(`the backup ended with ${code}`))
    })
  })
