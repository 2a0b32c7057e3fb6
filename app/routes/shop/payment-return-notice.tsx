import { Link } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import css from './payment-return-notice.module.css'
import { usePaymentReturn } from './use-payment-return.ts'

const texts = {
  cancelled: 'お支払いはキャンセルされました。カートの中身はそのまま残っています。',
  paid: 'お支払いは完了しています。ご注文いただいた商品をカートから外しました。',
  waiting: 'お支払いを確認しています。ご注文いただいた商品をカートから外しました。',
}

/** Says once how a payment ended that this browser left for, wherever on the page the shopper is: it stays in view. */
export function PaymentReturnNotice() {
  const { news, dismiss } = usePaymentReturn()
  return (
    <div className={css.place} role="status">
      {news === null ? null : (
        <Notice
          kind={news.kind === 'paid' ? 'good' : 'info'}
          actions={
            <Button look="quiet" onClick={dismiss}>
              閉じる
            </Button>
          }
        >
          {texts[news.kind]}
          {news.kind === 'cancelled' ? null : (
            <>
              {' '}
              <Link to={news.path} onClick={dismiss}>
                ご注文の内容を見る
              </Link>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}
