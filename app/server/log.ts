/** One line of JSON per entry; `fields` never hold secrets or personal data (ASVS 16.2.5). */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  with(fields: Record<string, unknown>): Log
}

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { error: { name: error.name, message: error.message, stack: error.stack } }
    : { error: String(error) }

/** `write` gets one line with its newline per call; `now` gives epoch ms. */
export const createLog = (
  level: LogLevel,
  write: (line: string) => void,
  now: () => number,
  base: Record<string, unknown> = {},
): Log => {
  const least = logLevels.indexOf(level)
  const at = (entryLevel: LogLevel) => (message: string, fields?: Record<string, unknown>) => {
    if (logLevels.indexOf(entryLevel) < least) return
    const entry = { time: new Date(now()).toISOString(), level: entryLevel, message, ...base, ...fields }
    write(`${JSON.stringify(entry)}\n`)
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog(level, write, now, { ...base, ...fields }),
  }
}

export const silentLog: Log = createLog('error', () => {}, Date.now)
