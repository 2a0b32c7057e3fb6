const sharedMs = 1_000

/**
 * A read whose answer serves everybody who asks within a second of its start; one that fails is asked anew. For what may
 * be a second old, as the kept pages are: never for a price. `now` gives ms of a clock that nobody sets back.
 */
export const sharedRead = <T>(read: () => Promise<T>, now: () => number): (() => Promise<T>) => {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (last !== undefined && now() - last.at < sharedMs) return last.answer
    const current = { at: now(), answer: read() }
    last = current
    current.answer.catch(() => {
      if (last === current) last = undefined
    })
    return current.answer
  }
}
