import type { BrowserStorage, Warn } from './storage-keys.ts'

/** Storage that never throws: a failure is noted through `warn` (S:L114, S:L175) and told to the caller. */
export interface CarefulStorage {
  /** The text kept, null when there is none, undefined when storage could not be read. */
  read(key: string): string | null | undefined
  /** Whether the text is kept now. */
  write(key: string, text: string): boolean
  forget(key: string): void
}

/** `storage` null stands for a browser that forbids it, and for the server. */
export const carefulStorage = (storage: BrowserStorage | null, warn: Warn): CarefulStorage => {
  const attempt = <T>(what: string, key: string, act: (storage: BrowserStorage) => T): T | undefined => {
    if (storage === null) return undefined
    try {
      return act(storage)
    } catch (error) {
      warn(`cart storage: ${what} ${key} failed`, error)
      return undefined
    }
  }
  return {
    read: (key) => attempt('reading', key, (kept) => kept.getItem(key)),
    write: (key, text) =>
      attempt('writing', key, (kept) => {
        kept.setItem(key, text)
        return true
      }) ?? false,
    forget: (key) => attempt('removing', key, (kept) => kept.removeItem(key)),
  }
}
