/** Methods may throw in private windows, or when storage is full or forbidden. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Warn = (message: string, detail?: unknown) => void

export interface SafeStorage {
  /** Null when there is none, undefined when storage cannot be read. */
  read(key: string): string | null | undefined
  /** False when it could not be written. */
  write(key: string, text: string): boolean
  forget(key: string): void
}

/** Never throws; `open` may, where the browser forbids storage. */
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
