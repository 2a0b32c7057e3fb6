// Polyfills for Chrome 99 and Safari 15.4, the oldest with cascade layers (W65); tests/support/older-phone.ts lists them too.
URL.parse ??= (address, base) => {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

URL.canParse ??= (address, base) => URL.parse(address, base) !== null

AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('the time is over', 'TimeoutError')), ms)
  return controller.signal
}

AbortSignal.any ??= (signals) => {
  const controller = new AbortController()
  for (const signal of signals) {
    const end = () => controller.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: controller.signal })
  }
  return controller.signal
}

Array.prototype.toSorted ??= function <T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
  return [...this].sort(compare)
}

Array.prototype.toReversed ??= function <T>(this: readonly T[]): T[] {
  return [...this].reverse()
}

Array.prototype.toSpliced ??= function <T>(this: readonly T[], ...given: [number, number, ...T[]]): T[] {
  const copy = [...this]
  copy.splice(...given)
  return copy
}

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const [at, item] of [...items].entries()) {
    const key = keyOf(item, at)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

String.prototype.toWellFormed ??= function (this: string) {
  return this.replace(/\p{Surrogate}/gu, '\ufffd')
}
