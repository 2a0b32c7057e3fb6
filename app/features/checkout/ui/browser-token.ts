const tokenKey = 'mcSquareCheckoutToken'
const orderKey = 'mcSquareLastOrderToken'

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, text: string) => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage a second press may make a second order; the server expires the former one (S9).
  }
}

/** A random word that stands for this browser, so that a second press finds the payment page of the first (S9). */
export const browserToken = (): string => {
  const kept = read(tokenKey)
  if (kept !== null && /^[\w-]{16,64}$/.test(kept)) return kept
  const fresh = crypto.randomUUID()
  write(tokenKey, fresh)
  return fresh
}

/** Keeps the token that opens this browser's last order (S14). */
export const rememberOrderToken = (token: string): void => write(orderKey, token)

/** The token of this browser's last order, or null. */
export const lastOrderToken = (): string | null => read(orderKey)
