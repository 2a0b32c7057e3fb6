/** Whether JSON gives it back as it was: no date, error, promise or `undefined`, and nothing that a class made. */
const isPlain = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return !value.includes(undefined) && value.every(isPlain)
  const kind = Object.getPrototypeOf(value)
  return (kind === Object.prototype || kind === null) && Object.values(value).every(isPlain)
}

/** A sign as a script's text writes it. */
export const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

const notInScript = /[<\u2028\u2029]/g

/**
 * A page's data as an expression for an inline script, which compresses to two thirds of the router's own form (docs/decisions/0209).
 * Null where only that form keeps what it is, as for an error.
 */
export const plainPageData = (data: unknown): string | null => {
  if (!isPlain(data)) return null
  const text = JSON.stringify(data).replaceAll(notInScript, escaped)
  // In an expression it would be the object's prototype.
  return text.includes('"__proto__":') ? null : text
}
