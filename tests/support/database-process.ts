import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { DatabaseSettings } from '../../app/server/database/open-database.ts'
import { type SourceProcess, startSource } from './source-process.ts'

export const startDatabaseProcess = (
  task: 'migrate' | 'migrate-halfway' | 'write-on-and-on',
  { databaseUrl, dataDir }: DatabaseSettings,
): SourceProcess => startSource('database-child', [task], { databaseUrl, dataDir })

/** Runs `reactions-child.ts`, which dies at the checkpoint `crashAt`. */
export const startReactions = ({ databaseUrl, dataDir }: DatabaseSettings, crashAt: string): SourceProcess =>
  startSource('reactions-child', [], { databaseUrl, dataDir, crashAt })

/** Runs `indexing-child.ts`, which dies at the checkpoint `crashAt`. */
export const startIndexing = ({ databaseUrl, dataDir }: DatabaseSettings, crashAt: string): SourceProcess =>
  startSource('indexing-child', [], { databaseUrl, dataDir, crashAt })

/** Kills `child` like a power cut once `isEnough` of its lines; gives all of them. */
export const killAfter = async (
  child: SourceProcess,
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

/** Throws when `child` fails. */
export const outputOf = async (child: SourceProcess): Promise<string> => {
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  const [code] = await exited
  if (code !== 0) throw new Error(`the process ended with ${code}`)
  return output
}
