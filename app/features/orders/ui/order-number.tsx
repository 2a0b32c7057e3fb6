import { useRef, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'

/** The number to tell the shop, with a button that copies it, or selects it where the browser copies nothing. */
export function OrderNumber({ number, state }: { readonly number: string; readonly state: string }) {
  const shown = useRef<HTMLElement>(null)
  const hasScript = useHasScript()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number)
      setSaid('注文番号をコピーしました。')
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
      setSaid('注文番号を選択しました。コピーの操作をしてください。')
    }
  }
  return (
    <div className="order-number">
      <p>
        <small>注文番号</small>
        <strong ref={shown}>{number}</strong>
      </p>
      {hasScript ? (
        <Button look="secondary" onClick={() => void copy()}>
          番号をコピー
        </Button>
      ) : null}
      <small>{state}</small>
      <span role="status">{said}</span>
    </div>
  )
}

/** The provider's number of the payment, to be quoted (S13): text that one tap selects. */
export function PaymentNumber({ sessionId }: { readonly sessionId: string }) {
  return (
    <p className="order-session order-screen">
      お問い合わせ用の決済番号：<code>{sessionId}</code>
    </p>
  )
}
