import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isPaymentPage } from '~/features/orders/payment/rules.ts'
import { type SellableProduct, unitOf } from '~/features/products/rules.ts'
import { useOwnHolds } from '~/features/products/ui/shop-closure.tsx'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { readOrder } from './order-answer.ts'
import { usePaymentMemory } from './payment-memory.ts'
import { usePaymentReturn } from './payment-return.tsx'

/** What became of it meanwhile; `paid` and `waiting` as in another tab. */
type Told = 'over' | 'unsure' | 'paid' | 'waiting'
type Step = 'idle' | 'going' | Told

const texts: Readonly<Record<Told, string>> = {
  paid: 'このご注文は、お支払いが済んでいます。ありがとうございます。',
  waiting: 'このご注文のお支払いを確認しています。もう一度お支払いいただく必要はありません。',
  over: 'お取り置きは終わっていました。お求めの際は、もう一度カートからお進みください。',
  unsure: 'お支払い画面を開けませんでした。通信の状態をお確かめのうえ、もう一度お試しください。',
}

/** On a counted product's page: what this browser's own unpaid order holds of it, with the way on to its payment page (K31). */
export function OwnHoldNotice({ product }: { readonly product: SellableProduct }) {
  const hold = useOwnHolds().get(product.number)
  const { step, path, goOn } = useWayToPay()
  const told = step === 'idle' || step === 'going' ? null : texts[step]
  if (product.most === undefined || (hold === undefined && told === null)) return null
  const unit = unitOf(product.type)
  return (
    <Notice
      kind={kindOf(step)}
      actions={
        hold === undefined || hold.isBeingPaid || path !== '' ? null : (
          <Button look="secondary" aria-disabled={step === 'going'} onClick={() => void goOn(hold.token)}>
            {step === 'going' ? 'お支払い画面を開いています…' : 'お支払い画面へ進む'}
          </Button>
        )
      }
    >
      {hold === undefined || path !== '' ? null : (
        <p>
          {hold.isBeingPaid
            ? `お客様のご注文（${hold.units}${unit}）のお支払いを確認しています。`
            : `お客様のお支払いの途中のご注文で、${hold.units}${unit}お取り置きしています。`}
        </p>
      )}
      {told === null ? null : <p role="alert">{told}</p>}
      {path === '' ? null : <Link to={path}>ご注文の内容を見る</Link>}
    </Notice>
  )
}

const kindOf = (step: Step): 'info' | 'error' | 'good' => {
  if (step === 'paid') return 'good'
  return step === 'over' || step === 'unsure' ? 'error' : 'info'
}

const useWayToPay = () => {
  const { origin } = useSiteFacts()
  const memory = usePaymentMemory()
  const { checkOrders } = usePaymentReturn()
  const [step, setStep] = useState<Step>('idle')
  const [path, setPath] = useState('')
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setStep('idle')
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])
  const goOn = async (token: string) => {
    if (step === 'going') return
    setStep('going')
    const { payment, payAt, path: ofOrder } = await readOrder(token)
    if (payAt !== null && isPaymentPage(payAt, [window.location.origin, origin])) {
      memory.leaveAgain(token)
      return window.location.assign(payAt)
    }
    const isGiven = payment === 'paid' || payment === 'waiting'
    setPath(isGiven ? ofOrder : '')
    setStep(payment === 'open' ? 'over' : payment)
    await checkOrders()
  }
  return { step, path, goOn }
}
