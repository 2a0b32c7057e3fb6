/** What the stand-in says about itself goes here; the shop's own log fits. */
export interface PracticeLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

/** A log that says nothing, for tests that do not look at it. */
export const quietLog: PracticeLog = { warn: () => {} }
