import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve as resolvePath } from 'node:path'

/** The folder of a demo's backups in its data folder (D108). */
export const demoBackups = (dataDir: string): string => join(resolvePath(dataDir), 'demo-backups')

/** A process of its own, since a backup would block the shop's; the command records its result (D29). Without `place` it is that of the settings. */
export const runBackup = (signal: AbortSignal, place?: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const program = createRequire(import.meta.url).resolve('#owner-command')
    const child = spawn(
      process.execPath,
      [program, 'data', 'backup', ...(place === undefined ? [] : [place])],
      { stdio: 'ignore' },
    )
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
