import { useEffect, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import css from './cancelled-notice.module.css'
import { takeLeftForPayment } from './payment-left.ts'

/**
 * Says once, on the page that the payment page's way back leads to, that nothing was paid and the cart is kept (S6). Also
 * when the browser's Back button brought the page out of its own cache, wherever on it the shopper was: it stays in view.
 */
export function CancelledNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => {
      if (takeLeftForPayment()) setShown(true)
    }
    look()
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [])
  return (
    <div className={css.place} role="status">
      {shown ? (
        <Notice
          actions={
            <Button look="quiet" onClick={() => setShown(false)}>
              閉じる
            </Button>
          }
        >
          お支払いはキャンセルされました。カートの中身はそのまま残っています。
        </Notice>
      ) : null}
    </div>
  )
}
