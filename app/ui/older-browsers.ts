// Polyfills for Chrome 99 and Safari 15.4, the oldest with cascade layers; tests/e2e/other-browsers.spec.ts lists them too.
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

Array.prototype.toSorted ??= function <T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
  return [...this].sort(compare)
}

String.prototype.toWellFormed ??= function (this: string) {
  return this.replace(/\p{Surrogate}/gu, '\ufffd')
}
