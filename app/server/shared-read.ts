const sharedMs = 1_000

/**
 * Shares one read among all calls within a second of its start; one that fails is not shared. For what may be a second old,
 * never for a price. `now` gives monotonic ms.
 */
export const sharedRead = <T>(read: () => Promise<T>, now: () => number): (() => Promise<T>) => {
  let last: { readonly at: number; readonly result: Promise<T> } | undefined
  return () => {
    if (last !== undefined && now() - last.at < sharedMs) return last.result
    const current = { at: now(), result: read() }
    last = current
    current.result.catch(() => {
      if (last === current) last = undefined
    })
    return current.result
  }
}
