/** What a command has that takes minutes: it tells how far it is, and ends without harm when it is asked to. */
export interface LongTask {
  /** One line at once, while it works. */
  readonly tell: (line: string) => void
  /** Of Ctrl-C. */
  readonly signal: AbortSignal
}

export const quietTask: LongTask = { tell: () => {}, signal: new AbortController().signal }
