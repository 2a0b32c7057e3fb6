import { useEffect, useState } from 'react'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { safeStorage } from './safe-storage.ts'

export interface StoredDraft {
  readonly key: string
  readonly text: string
}

/** The base name of the drafts of what the parts name together; no other parts give it, nor one that begins as a tab's key of it does. */
export const draftName = (...parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll('%', '%25').replaceAll('#', '%23').replaceAll(':', '%3A')).join(':')

/** Drafts under `base` and its other tabs' keys; the latest first. */
export const draftsOf = (base: string, all: readonly StoredDraft[]): StoredDraft[] => {
  const keptAt = ({ text }: StoredDraft) => {
    const { keptAt: moment } = fieldsOf(parsedJson(text))
    return typeof moment === 'number' ? moment : 0
  }
  return all
    .filter(({ key }) => key === base || key.startsWith(`${base}#`))
    .sort((a, b) => keptAt(b) - keptAt(a) || (a.key < b.key ? -1 : 1))
}

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

/** A page that is being reloaded may hold its lock a moment longer. */
const ownLockMs = 500

/** Whether this tab gets the name until `released`; true where the browser has no locks. */
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

/** The first free key: this tab's former one, then abandoned drafts, then an unused key. */
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

/** The key of this tab's draft, null until known and where `base` is ''. Takes over a closed tab's draft, unless `adopts` is false (R19). */
export const useTabKey = (base: string, adopts: boolean): string | null => {
  const [claim, setClaim] = useState({ base, adopts, key: '' })
  useEffect(() => {
    if (base === '') return
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
