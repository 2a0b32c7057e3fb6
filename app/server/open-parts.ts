import { errorFields, type Log } from './log.ts'

export interface OpenParts {
  add(name: string, close: () => void | Promise<void>): void
  /** Logs a part that fails and closes the others. */
  close(): Promise<void>
}

export const createOpenParts = (log: Log): OpenParts => {
  const stack = new AsyncDisposableStack()
  return {
    add: (name, close) =>
      stack.defer(async () => {
        try {
          await close()
        } catch (error) {
          log.error('a part could not be closed', { part: name, ...errorFields(error) })
        }
      }),
    close: () => stack.disposeAsync(),
  }
}
