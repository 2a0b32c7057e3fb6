import { Link, useLocation } from 'react-router'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { PaymentMessage } from './order-answer.ts'
import { pageShowsPayment, usePaymentReturn } from './payment-return.tsx'

const texts: Readonly<Record<PaymentMessage['kind'], string>> = {
  cancelled: 'お支払いはキャンセルされました。カートの中身はそのまま残っています。',
  unsure:
    'お支払いの結果を確認できませんでした。カートの中身はそのまま残っています。しばらくして、もう一度確認します。',
  paid: 'お支払いは完了しています。ご注文いただいた商品をカートから外しました。',
  waiting: 'お支払いを確認しています。ご注文いただいた商品はカートから外し、確認がとれなければ戻します。',
  returned: 'お支払いが完了しなかったため、ご注文の商品をカートに戻しました。',
}

export function PaymentNotice() {
  const { message, dismiss } = usePaymentReturn()
  const isShown = pageShowsPayment(useLocation())
  return (
    <EdgeNotice>
      {message === null || (isShown && message.kind !== 'unsure') ? null : (
        <Notice kind={message.kind === 'paid' ? 'good' : 'info'} actions={<CloseNotice onClose={dismiss} />}>
          {texts[message.kind]}
          {'path' in message ? (
            <>
              {' '}
              <Link to={message.path} onClick={dismiss}>
                ご注文の内容を見る
              </Link>
            </>
          ) : null}
        </Notice>
      )}
    </EdgeNotice>
  )
}
