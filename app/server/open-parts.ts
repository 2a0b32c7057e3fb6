import { errorFields, type Log } from './log.ts'

/** What has been opened, to be closed in reverse order. */
export interface OpenParts {
  add(name: string, close: () => void | Promise<void>): void
  /** A part that fails is logged, and the others are closed all the same. */
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
