import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** Runs the owner's command beside the shop, whose own process it would hold; what became of it the command notes itself (D29). */
export const runBackup = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const program = createRequire(import.meta.url).resolve('#owner-command')
    const child = spawn(process.execPath, [program, 'data', 'backup'], { stdio: 'ignore' })
    // As Ctrl-C does it: nothing half done is left.
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    child.once('error', reject)
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve()
      else reject(new Error(`the backup ended with ${code}`))
    })
  })
