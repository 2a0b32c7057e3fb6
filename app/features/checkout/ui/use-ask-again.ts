import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentStatus } from '~/features/orders/types.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { readPaymentStatus } from './payment-status.ts'

const askAgainMs = 3_000
/** After so many questions, about five minutes, the mail has to tell. */
const mostQuestions = 100

/** While the payment may still come through, asks how it stands, and draws the page anew once it stands otherwise. */
export const useAskAgain = (sessionId: string | null, status: PaymentStatus) => {
  const { revalidate } = useRevalidator()
  const { apiBase } = useSiteFacts()
  useEffect(() => {
    if (sessionId === null || status === 'paid' || status === 'unknown') return
    let questions = 0
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      questions += 1
      if (questions >= mostQuestions) clearInterval(timer)
      const now = await readPaymentStatus(apiBase, sessionId)
      if (now !== null && now !== status) void revalidate()
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [sessionId, status, apiBase, revalidate])
}
