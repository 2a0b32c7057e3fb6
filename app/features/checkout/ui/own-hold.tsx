import { useEffect, useState } from 'react'
import { isPaymentPage } from '~/features/payments/rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useOwnHolds } from '~/features/products/ui/shop-closure.tsx'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { readOrder } from './order-answer.ts'
import { usePaymentReturn } from './payment-return.tsx'

/** `over`: the hold ended meanwhile. */
type Step = 'idle' | 'going' | 'over' | 'unsure'

const texts: Readonly<Record<Exclude<Step, 'idle' | 'going'>, string>> = {
  over: 'お取り置きは終わっていました。お求めの際は、もう一度カートからお進みください。',
  unsure: 'お支払い画面を開けませんでした。通信の状態をお確かめのうえ、もう一度お試しください。',
}

/** On a counted product's page: what this browser's own unpaid order holds of it, with the way on to its payment page (K31). */
export function OwnHoldNotice({ product }: { readonly product: SellableProduct }) {
  const hold = useOwnHolds().get(product.number)
  const { step, goOn } = useWayToPay()
  const told = step === 'over' || step === 'unsure' ? texts[step] : null
  if (product.most === undefined || (hold === undefined && told === null)) return null
  const unit = product.type === 'kit' ? '点' : '枚'
  return (
    <Notice
      kind={told === null ? 'info' : 'error'}
      actions={
        hold === undefined || hold.isBeingPaid ? null : (
          <Button look="secondary" aria-disabled={step === 'going'} onClick={() => void goOn(hold.token)}>
            {step === 'going' ? 'お支払い画面を開いています…' : 'お支払い画面へ進む'}
          </Button>
        )
      }
    >
      {hold === undefined ? null : (
        <p>
          {hold.isBeingPaid
            ? `お客様のご注文（${hold.units}${unit}）のお支払いを確認しています。`
            : `お客様のお支払いの途中のご注文で、${hold.units}${unit}お取り置きしています。`}
        </p>
      )}
      {told === null ? null : <p role="alert">{told}</p>}
    </Notice>
  )
}

const useWayToPay = () => {
  const { origin } = useSiteFacts()
  const { memory, checkOrders } = usePaymentReturn()
  const [step, setStep] = useState<Step>('idle')
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setStep('idle')
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])
  const goOn = async (token: string) => {
    if (step === 'going') return
    setStep('going')
    const { payment, payAt } = await readOrder(token)
    if (payAt !== null && isPaymentPage(payAt, [window.location.origin, origin])) {
      memory.leaveAgain(token)
      return window.location.assign(payAt)
    }
    setStep(payment === 'unsure' ? 'unsure' : 'over')
    await checkOrders()
  }
  return { step, goOn }
}
