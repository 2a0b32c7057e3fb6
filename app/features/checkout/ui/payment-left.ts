import { keptText } from '~/ui/kept-text.ts'

const kept = keptText('sessionStorage', 'mcSquareLeftForPayment')

/** Notes in this tab that the browser is leaving for the payment page. */
export const noteLeftForPayment = (): void => kept.keep('1')

/** Whether this tab has left for the payment page, and has not been told how that ended. */
export const wasLeftForPayment = (): boolean => kept.read() === '1'

/** Whether this tab had left for the payment page; asked once, then forgotten (S6). */
export const takeLeftForPayment = (): boolean => {
  const left = wasLeftForPayment()
  kept.forget()
  return left
}
