/** One text that this browser keeps. Where storage is forbidden or full nothing is kept, and nothing throws. */
export interface KeptText {
  read(): string | null
  keep(text: string): void
  forget(): void
}

/** The text under `key`: for all tabs (`localStorage`) or for this tab alone (`sessionStorage`). */
export const keptText = (area: 'localStorage' | 'sessionStorage', key: string): KeptText => {
  const attempt = <T>(act: (storage: Storage) => T): T | null => {
    try {
      return act(window[area])
    } catch {
      return null
    }
  }
  return {
    read: () => attempt((storage) => storage.getItem(key)),
    keep: (text) => attempt((storage) => storage.setItem(key, text)),
    forget: () => attempt((storage) => storage.removeItem(key)),
  }
}
