const sharedMs = 1_000

/** One read serves all calls within a second, unless it fails. Never for a price. `now` gives monotonic ms. */
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
