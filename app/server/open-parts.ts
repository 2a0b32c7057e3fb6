import { errorFields, type Log } from './log.ts'
import { withinLimit } from './time-limit.ts'

/** Of the 10 s that the whole stop may take (D3). */
const closeLimitMs = 9_500

export interface OpenParts {
  add(name: string, close: () => void | Promise<void>): void
  /**
   * A part that fails is logged, and the others are closed all the same. After 9.5 s, such as with a
   * silent database, the rest is left to the end of the process.
   */
  close(): Promise<void>
}

export const createOpenParts = (log: Log): OpenParts => {
  const stack = new AsyncDisposableStack()
  let closing = ''
  const giveUp = () => log.warn('the shop ends while a part is being closed', { part: closing })
  return {
    add: (name, close) =>
      stack.defer(async () => {
        closing = name
        try {
          await close()
        } catch (error) {
          log.error('a part could not be closed', { part: name, ...errorFields(error) })
        }
      }),
    close: () => withinLimit(closeLimitMs, stack.disposeAsync(), giveUp),
  }
}
