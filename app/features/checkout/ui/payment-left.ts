const key = 'mcSquareLeftForPayment'

/** Notes in this tab that the browser is leaving for the payment page. */
export const noteLeftForPayment = (): void => {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without session storage the notice on the way back is missing, nothing else.
  }
}

/** Whether this tab had left for the payment page; asked once, then forgotten (S6). */
export const takeLeftForPayment = (): boolean => {
  try {
    const left = sessionStorage.getItem(key) === '1'
    sessionStorage.removeItem(key)
    return left
  } catch {
    return false
  }
}
