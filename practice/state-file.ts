import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PracticeLog } from './practice-log.ts'
import { emptyState, type PracticeState, practiceState } from './practice-state.ts'

/** The provider's memory, and the promise that it is on disk. */
export interface KeptState {
  readonly state: PracticeState
  /** Says that `state` has been changed. */
  changed(): void
  /** Resolves when every change so far is on disk; rejects when the disk refuses. At once without a state file. */
  saved(): Promise<void>
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const readState = async (path: string, log: PracticeLog): Promise<PracticeState> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) return emptyState()
  try {
    return practiceState.parse(JSON.parse(text))
  } catch (error) {
    await rename(path, `${path}.damaged`)
    log.warn('the practice provider set a damaged state file aside', { path, reason: String(error) })
    return emptyState()
  }
}

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Written beside, flushed, renamed over, folder flushed: whatever happens, the file is the old one or the new one. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  const beside = `${path}.new`
  const handle = await open(beside, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(beside, path)
  await sync(dirname(path))
}

/** What is worth keeping: an event that has arrived is done with. */
const worthKeeping = (state: PracticeState): PracticeState => ({
  ...state,
  events: state.events.filter((event) => event.state !== 'delivered' && event.state !== 'lost'),
})

/**
 * Opens the memory kept at `path`, or an empty one that lives only as long as the process. Changes made while a write
 * runs share the next write. A file that cannot be read back is set aside as `.damaged`.
 */
export const openState = async (path: string | undefined, log: PracticeLog): Promise<KeptState> => {
  if (path === undefined) {
    return { state: emptyState(), changed: () => {}, saved: () => Promise.resolve() }
  }
  await mkdir(dirname(path), { recursive: true })
  const state = await readState(path, log)
  let dirty = false
  let running: Promise<void> | undefined
  const write = async () => {
    try {
      while (dirty) {
        dirty = false
        await writeDurably(path, JSON.stringify(worthKeeping(state)))
      }
    } catch (error) {
      dirty = true
      throw error
    } finally {
      running = undefined
    }
  }
  return {
    state,
    changed: () => {
      dirty = true
    },
    saved: () => {
      if (dirty) running ??= write()
      return running ?? Promise.resolve()
    },
  }
}
