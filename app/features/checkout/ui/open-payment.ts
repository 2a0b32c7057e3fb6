const key = 'mcSquareOpenPayment'

/**
 * Keeps the token of the order that this browser leaves to pay. It stays until the shop knows how the payment ended: who
 * pays and never sees /success must not find what she paid for in the cart again.
 */
export const noteOpenPayment = (orderToken: string): void => {
  try {
    localStorage.setItem(key, orderToken)
  } catch {
    // Without storage there is no cart that outlives the page either.
  }
}

/** The token of the order whose payment is open, or null. */
export const openPayment = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Forgets that payment, unless another has been opened meanwhile. */
export const closeOpenPayment = (orderToken: string): void => {
  try {
    if (localStorage.getItem(key) === orderToken) localStorage.removeItem(key)
  } catch {
    // It is asked about once more on the next page.
  }
}
