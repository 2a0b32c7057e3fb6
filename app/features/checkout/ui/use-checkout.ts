import { useCallback, useEffect, useRef, useState } from 'react'
import { isPaymentPage } from '~/features/payments/rules.ts'
import { noPaymentPage, paymentError } from '../checkout-answers.rules.ts'
import type { CheckoutRequest } from '../request.rules.ts'
import { browserToken, rememberOrderToken } from './browser-token.ts'
import { type CheckoutAnswer, checkoutAnswer, type LineDifference } from './checkout-answer.ts'
import { noteOpenPayment } from './open-payment.ts'
import { noteLeftForPayment } from './payment-left.ts'

/** Where a checkout stands (S:L128): idle, generating, or with something to say. */
export type CheckoutState =
  | { readonly step: 'idle' }
  | { readonly step: 'generating' }
  | { readonly step: 'failed'; readonly message: string; readonly hint: string | null }
  | { readonly step: 'differs'; readonly differences: readonly LineDifference[]; readonly message: string }

interface CheckoutParts {
  readonly apiBase: string
  /** The shop's public address, like https://shop.example: a payment page may stand there as well as where the browser is. */
  readonly siteOrigin: string
  /** Asked before the server is: a sentence stops the checkout and is shown (null: go on). */
  readonly objection: () => Promise<string | null>
  /** Called just before the browser leaves for the payment page. */
  readonly onLeave: () => void
}

/**
 * Asks the server for the payment page and goes there. Failures come back as the named texts (S:L172-173), a cart that the
 * shop sees otherwise as its differences (S1). A second press while one is under way does nothing; coming back by the
 * browser's Back button starts from idle (S9).
 */
export const useCheckout = ({ apiBase, siteOrigin, objection, onLeave }: CheckoutParts) => {
  const [state, setState] = useState<CheckoutState>({ step: 'idle' })
  const isUnderWay = useRef(false)
  const become = useCallback((next: CheckoutState) => {
    isUnderWay.current = next.step === 'generating'
    setState(next)
  }, [])
  useResetOnReturn(become)

  const start = useCallback(
    async (request: CheckoutRequest) => {
      if (isUnderWay.current) return
      become({ step: 'generating' })
      const stopped = await objection()
      if (stopped !== null) return become({ step: 'failed', message: stopped, hint: null })
      const answer = await ask(apiBase, request)
      if (answer === null) return become({ step: 'failed', message: paymentError, hint: null })
      if (answer.kind === 'differs')
        return become({ step: 'differs', differences: answer.differences, message: answer.message })
      if (answer.kind === 'refused')
        return become({ step: 'failed', message: answer.message, hint: answer.hint })
      if (!isPaymentPage(answer.url, [window.location.origin, siteOrigin]))
        return become({ step: 'failed', message: noPaymentPage, hint: null })
      if (answer.orderToken !== null) {
        rememberOrderToken(answer.orderToken)
        noteOpenPayment(answer.orderToken)
      }
      onLeave()
      noteLeftForPayment()
      window.location.assign(answer.url)
    },
    [apiBase, siteOrigin, objection, onLeave, become],
  )
  const dismiss = useCallback(() => become({ step: 'idle' }), [become])
  return { state, start, dismiss }
}

const ask = async (apiBase: string, request: CheckoutRequest): Promise<CheckoutAnswer | null> => {
  try {
    const response = await fetch(`${apiBase}/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, client_token: await browserToken() }),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = checkoutAnswer(await response.json())
    if (answer.kind === 'refused') logFailure(response.status)
    return answer
  } catch (error) {
    logFailure(error)
    return null
  }
}

// biome-ignore lint/suspicious/noConsole: the failure is shown, and logged in the browser as named (S:L172-173)
const logFailure = (why: unknown) => console.warn('checkout failed', why)

const useResetOnReturn = (become: (state: CheckoutState) => void) => {
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && become({ step: 'idle' })
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [become])
}
