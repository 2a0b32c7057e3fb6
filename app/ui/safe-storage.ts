/** What is needed of localStorage or sessionStorage. Each method may throw: private windows, full or forbidden storage. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where failures are noted; they never reach the shopper as errors. */
export type Warn = (message: string, detail?: unknown) => void

/** Storage that never throws: what could not be done is told to the caller. */
export interface SafeStorage {
  /** The text kept, null when there is none, undefined when storage could not be read. */
  read(key: string): string | null | undefined
  /** Whether the text is kept now. */
  write(key: string, text: string): boolean
  forget(key: string): void
}

/** `open` gives the storage, or throws where the browser forbids it. */
export const safeStorage = (open: () => BrowserStorage, warn: Warn = () => {}): SafeStorage => {
  const attempt = <T>(what: string, key: string, act: (storage: BrowserStorage) => T): T | undefined => {
    try {
      return act(open())
    } catch (error) {
      warn(`storage: ${what} ${key} failed`, error)
      return undefined
    }
  }
  return {
    read: (key) => attempt('reading', key, (storage) => storage.getItem(key)),
    write: (key, text) =>
      attempt('writing', key, (storage) => {
        storage.setItem(key, text)
        return true
      }) ?? false,
    forget: (key) => attempt('removing', key, (storage) => storage.removeItem(key)),
  }
}
