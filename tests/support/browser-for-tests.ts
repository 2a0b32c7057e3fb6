import { type CartStore, createCartStore } from '~/features/cart/ui/cart-store.ts'
import { type BrowserStorage, safeStorage } from '~/ui/safe-storage.ts'
import { terms } from './sample-carts.ts'

interface Write {
  readonly by: EventTarget
  readonly key: string
  readonly text: string | null
}

/** Storage that all tabs share, a clock, and faults to switch on. */
export class BrowserForTests {
  readonly kept = new Map<string, string>()
  readonly log: string[] = []
  readonly tabs: EventTarget[] = []
  readonly waiting: Write[] = []
  time = 1_700_000_000_000
  failsOn: 'none' | 'reading' | 'writing' = 'none'
  /**
   * As in browsers with one process per tab: a tab sees another tab's write only with its storage event. Tabs wait for
   * their lock until `giveLocks`.
   */
  readonly hasProcesses: boolean
  private readonly views = new Map<EventTarget, Map<string, string | null>>()
  private readonly queue: (() => Promise<void>)[] = []

  constructor({ hasProcesses = false } = {}) {
    this.hasProcesses = hasProcesses
  }

  /** `isForbidden`: a browser without any storage. */
  openTab({ isForbidden = false } = {}): CartStore & { readonly target: EventTarget } {
    const target = new EventTarget()
    this.tabs.push(target)
    this.views.set(target, new Map(this.kept))
    const warn = (message: string) => this.log.push(message)
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    const store = createCartStore({
      storage: safeStorage(isForbidden ? forbidden : () => this.storageSeenFrom(target), warn),
      locked: async (act) => {
        if (isForbidden) return forbidden()
        if (!this.hasProcesses) return act()
        return new Promise((resolve) => this.queue.push(async () => resolve(await act())))
      },
      untilSettled: async () => this.deliverEvents(),
      eventTarget: target,
      now: () => this.time,
      warn,
      terms,
    })
    return Object.assign(store, { target })
  }

  /** Tells the other tabs of every write since the last call, in their order. */
  deliverEvents() {
    for (const { by, key, text } of this.waiting.splice(0))
      for (const tab of this.tabs.filter((other) => other !== by)) {
        const isOlder = this.waiting.some((later) => later.by === tab && later.key === key)
        if (!isOlder) this.views.get(tab)?.set(key, text)
        tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
      }
  }

  get tabsThatWait(): number {
    return this.queue.length
  }

  /** Grants the lock to each waiting tab in turn. */
  async giveLocks() {
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) await next()
  }

  private storageSeenFrom(tab: EventTarget): BrowserStorage {
    const failIf = (fault: 'reading' | 'writing') => {
      if (this.failsOn === fault) throw new DOMException('refused', 'QuotaExceededError')
    }
    const seen = (key: string) => (this.hasProcesses ? this.views.get(tab) : this.kept)?.get(key) ?? null
    const write = (key: string, text: string | null) => {
      if (seen(key) === text) return
      if (text === null) this.kept.delete(key)
      else this.kept.set(key, text)
      this.views.get(tab)?.set(key, text)
      this.waiting.push({ by: tab, key, text })
    }
    return {
      getItem: (key) => {
        failIf('reading')
        return seen(key)
      },
      setItem: (key, text) => {
        failIf('writing')
        write(key, text)
      },
      removeItem: (key) => write(key, null),
    }
  }
}
