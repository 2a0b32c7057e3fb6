import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { DatabaseSettings } from '../../app/server/database/open-database.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

type Child = ChildProcessByStdio<null, Readable, null>

const start = (words: readonly string[], { databaseUrl, dataDir }: DatabaseSettings): Child => {
  const place = ['--dataDir', dataDir, ...(databaseUrl === undefined ? [] : ['--databaseUrl', databaseUrl])]
  return spawn(process.execPath, [...words, ...place], { stdio: ['ignore', 'pipe', 'inherit'] })
}

export const startDatabaseProcess = (
  task: 'migrate' | 'migrate-halfway' | 'write-on-and-on',
  settings: DatabaseSettings,
): Child => start([here('./database-child.ts'), task], settings)

const startCrashing = (child: string, settings: DatabaseSettings, crashAt: string): Child =>
  start(['--import', here('./source-aliases.js'), here(child), '--crashAt', crashAt], settings)

/** Runs `reactions-child.ts`, which dies at the checkpoint `crashAt`. */
export const startReactions = (settings: DatabaseSettings, crashAt: string): Child =>
  startCrashing('./reactions-child.ts', settings, crashAt)

/** Runs `indexing-child.ts`, which dies at the checkpoint `crashAt`. */
export const startIndexing = (settings: DatabaseSettings, crashAt: string): Child =>
  startCrashing('./indexing-child.ts', settings, crashAt)

/** Kills `child` as a power cut would, once `isEnough` of its lines; gives all of them. */
export const killAfter = async (
  child: Child,
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
export const outputOf = async (child: Child): Promise<string> => {
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  const [code] = await exited
  if (code !== 0) throw new Error(`the process ended with ${code}`)
  return output
}
