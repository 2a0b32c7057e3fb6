export interface LongTask {
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

export const quietTask: LongTask = { tell: () => {}, signal: new AbortController().signal }
