/**
 * Polyfills for browsers that know cascade layers (Chrome 99, Safari 15.4) and no newer API. A new one gets a line here and
 * one in tests/e2e/other-browsers.spec.ts.
 */
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
