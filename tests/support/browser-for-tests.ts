import { type CartStore, createCartStore } from '~/features/cart/ui/cart-store.ts'
import { type BrowserStorage, safeStorage } from '~/ui/safe-storage.ts'
import { terms } from './sample-carts.ts'

/** Storage that all tabs share, a clock, and faults to switch on. */
export class BrowserForTests {
  readonly kept = new Map<string, string>()
  readonly log: string[] = []
  readonly tabs: EventTarget[] = []
  readonly waiting: (() => void)[] = []
  time = 1_700_000_000_000
  failsOn: 'none' | 'reading' | 'writing' = 'none'

  /** `isForbidden`: a browser that gives no storage at all. */
  openTab({ isForbidden = false } = {}): CartStore & { readonly target: EventTarget } {
    const target = new EventTarget()
    this.tabs.push(target)
    const warn = (message: string) => this.log.push(message)
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    const store = createCartStore({
      storage: safeStorage(isForbidden ? forbidden : () => this.storageSeenFrom(target), warn),
      eventTarget: target,
      now: () => this.time,
      warn,
      terms,
    })
    return { ...store, target }
  }

  /** Tells the other tabs of every write since the last call, in their order. */
  deliverEvents() {
    for (const deliver of this.waiting.splice(0)) deliver()
  }

  private storageSeenFrom(tab: EventTarget): BrowserStorage {
    const changed = (key: string) => {
      const others = this.tabs.filter((other) => other !== tab)
      this.waiting.push(() => {
        for (const other of others) other.dispatchEvent(Object.assign(new Event('storage'), { key }))
      })
    }
    const failIf = (fault: 'reading' | 'writing') => {
      if (this.failsOn === fault) throw new DOMException('refused', 'QuotaExceededError')
    }
    return {
      getItem: (key) => {
        failIf('reading')
        return this.kept.get(key) ?? null
      },
      setItem: (key, text) => {
        failIf('writing')
        if (this.kept.get(key) === text) return
        this.kept.set(key, text)
        changed(key)
      },
      removeItem: (key) => {
        if (this.kept.delete(key)) changed(key)
      },
    }
  }
}
