export interface LongTask {
  /** Prints a line during the work. */
  readonly tell: (line: string) => void
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export const quietTask: LongTask = { tell: () => {}, signal: new AbortController().signal }
