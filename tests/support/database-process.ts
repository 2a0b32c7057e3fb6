import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { DatabaseSettings } from '../../app/server/database/open-database.ts'

const program = fileURLToPath(new URL('./database-child.ts', import.meta.url))

export const startDatabaseProcess = (
  task: 'migrate' | 'migrate-halfway' | 'write-on-and-on',
  { databaseUrl, dataDir }: DatabaseSettings,
): ChildProcessByStdio<null, Readable, null> =>
  spawn(
    process.execPath,
    [
      program,
      task,
      '--dataDir',
      dataDir,
      ...(databaseUrl === undefined ? [] : ['--databaseUrl', databaseUrl]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

/** Kills `child` as a power cut would, once `isEnough` of its lines; gives all of them. */
export const killAfter = async (
  child: ChildProcessByStdio<null, Readable, null>,
  isEnough: (lines: readonly string[]) => boolean,
): Promise<string[]> => {
  const exited = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (isEnough(lines)) child.kill('SIGKILL')
  }
  await exited
  return lines
}

/** Throws when `child` ends badly. */
export const outputOf = async (child: ChildProcessByStdio<null, Readable, null>): Promise<string> => {
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  const [code] = await exited
  if (code !== 0) throw new Error(`the process ended with ${code}`)
  return output
}
