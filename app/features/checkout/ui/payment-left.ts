import { keptText } from '~/ui/kept-text.ts'

const kept = keptText('sessionStorage', 'mcSquareLeftForPayment')

/** Notes in this tab that the browser is leaving for the payment page. */
export const noteLeftForPayment = (): void => kept.keep('1')

/** Whether this tab had left for the payment page; asked once, then forgotten (S6). */
export const takeLeftForPayment = (): boolean => {
  const left = kept.read() === '1'
  kept.forget()
  return left
}
