import { useEffect, useState } from 'react'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { safeStorage } from './safe-storage.ts'

export interface StoredDraft {
  readonly key: string
  readonly text: string
}

/** The drafts of `base` among `all` that is stored: under its own name, and under those of further tabs; the last written first. */
export const draftsOf = (base: string, all: readonly StoredDraft[]): StoredDraft[] => {
  const keptAt = ({ text }: StoredDraft) => {
    const { keptAt: moment } = fieldsOf(parsedJson(text))
    return typeof moment === 'number' ? moment : 0
  }
  return all
    .filter(({ key }) => key === base || key.startsWith(`${base}#`))
    .sort((a, b) => keptAt(b) - keptAt(a) || (a.key < b.key ? -1 : 1))
}

/** The drafts of `base` on this device, those of other tabs too. */
export const draftsOnDevice = (base: string): StoredDraft[] => {
  try {
    const all = Object.entries({ ...window.localStorage })
    return draftsOf(
      base,
      all.map(([key, text]) => ({ key, text: String(text) })),
    )
  } catch {
    return []
  }
}

/** The page that is reloaded may hold its lock for a moment longer. */
const ownLockMs = 500

/** Whether the name is this tab's until `released`; always where the browser has no locks, or forbids them. */
const hold = (name: string, released: Promise<void>, options: LockOptions): Promise<boolean> =>
  new Promise((resolve) => {
    if (!('locks' in navigator)) return resolve(true)
    navigator.locks
      .request(name, options, (lock) => {
        resolve(lock !== null)
        return lock === null ? undefined : released
      })
      .catch((error: unknown) => resolve(error instanceof DOMException && error.name === 'SecurityError'))
  })

/** The first key that no other tab has: this tab's former one, drafts that were left, and one without a draft. */
const claimKey = async (base: string, adopts: boolean, released: Promise<void>): Promise<string> => {
  const drafts = draftsOnDevice(base).map(({ key }) => key)
  const former = safeStorage(() => window.sessionStorage).read(base)
  const isThere = former != null && drafts.includes(former)
  if (adopts && isThere && (await hold(former, released, { signal: AbortSignal.timeout(ownLockMs) })))
    return former
  const others = adopts ? drafts.filter((key) => key !== former) : []
  const free = drafts.includes(base) ? [] : [base]
  for (const key of [...others, ...free]) if (await hold(key, released, { ifAvailable: true })) return key
  const fresh = `${base}#${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  await hold(fresh, released, { ifAvailable: true })
  return fresh
}

/**
 * Where this tab alone keeps its draft of `base` on this device; null until that is known. A draft whose tab is gone is taken over,
 * unless the page `adopts` none; while its tab is open it is nobody else's (R19). A page that adopts none any more lets go of its own.
 */
export const useTabKey = (base: string, adopts: boolean): string | null => {
  const [claim, setClaim] = useState({ base, adopts, key: '' })
  useEffect(() => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let isGone = false
    void claimKey(base, adopts, released).then((claimed) => {
      if (isGone) return
      safeStorage(() => window.sessionStorage).write(base, claimed)
      setClaim({ base, adopts, key: claimed })
    })
    return () => {
      isGone = true
      release()
    }
  }, [base, adopts])
  const isOfNow = claim.key !== '' && claim.base === base && claim.adopts === adopts
  return isOfNow ? claim.key : null
}
