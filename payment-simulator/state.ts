import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type SimulatorState, simulatorState } from './state-shape.ts'

export interface SimulatorLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

export interface KeptState {
  readonly state: SimulatorState
  changed(): void
  /** Resolves when every change so far is on disk (at once without a file); rejects when the disk refuses. */
  saved(): Promise<void>
}

const readState = async (path: string, log: SimulatorLog): Promise<SimulatorState> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return emptyState()
  try {
    return simulatorState.parse(JSON.parse(text))
  } catch (error) {
    await rename(path, `${path}.damaged`)
    log.warn('the payment simulator set a state file aside', { path, reason: String(error) })
    return emptyState()
  }
}

/** Leaves the old or the new file, even after a crash. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  {
    await using file = await open(`${path}.new`, 'w', 0o600)
    await file.writeFile(text)
    await file.sync()
  }
  await rename(`${path}.new`, path)
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}

const worthKeeping = (state: SimulatorState): SimulatorState => ({
  ...state,
  events: state.events.filter((event) => event.state !== 'delivered' && event.state !== 'lost'),
})

/** In memory without a `path`. A damaged file is set aside as `.damaged`. */
export const openState = async (path: string | undefined, log: SimulatorLog): Promise<KeptState> => {
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
