import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { statusForPage } from '~/features/checkout/endpoint.server.ts'
import { lastOrderToken } from '~/features/checkout/ui/browser-token.ts'
import { CartBack } from '~/features/checkout/ui/cart-back.tsx'
import { isLastCleared } from '~/features/checkout/ui/cleared-sessions.ts'
import { closeOpenPayment } from '~/features/checkout/ui/open-payment.ts'
import { takeLeftForPayment } from '~/features/checkout/ui/payment-left.ts'
import { useAskAgain } from '~/features/checkout/ui/use-ask-again.ts'
import { useClearedCart } from '~/features/checkout/ui/use-cleared-cart.ts'
import { type MyOrder, useMyOrder } from '~/features/checkout/ui/use-my-order.ts'
import type { PaymentStatus } from '~/features/orders/types.ts'
import { OrderDetails } from '~/features/orders/ui/order-details.tsx'
import { paymentStatusText } from '~/features/orders/ui/payment-status-text.ts'
import { SalesTerms } from '~/features/orders/ui/sales-terms.tsx'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/success'
import css from './payment-return.module.css'

const shownCharacters = 100

export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/** What the server knows of the session in the address, and nothing more: details need the order's own token (S14). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const sessionId = new URL(request.url).searchParams.get('session_id')
  if (!sessionId) return { sessionId: null, status: 'unknown' as const }
  const ctx = context.get(appContext)
  return {
    sessionId: sessionId.slice(0, shownCharacters),
    status: await statusForPage(ctx, ctx.actor, sessionId),
  }
}

const withoutSession = {
  heading: 'ご購入の確認',
  text: 'このアドレスには決済番号がないため、お支払いの結果を表示できません。ご注文の内容は、お送りしたメールからご覧いただけます。',
}

export default function Success({ loaderData: { sessionId, status } }: Route.ComponentProps) {
  const { heading, text } = sessionId === null ? withoutSession : paymentStatusText[status]
  const { isKnown, isFailed, mine, askAgain } = useMyOrder(sessionId, status)
  useClearedCart(sessionId)
  useSettledCart(sessionId, status, mine)
  useAskAgain(sessionId, status)
  useEffect(() => {
    if (sessionId !== null) takeLeftForPayment()
  }, [sessionId])
  const isMyOrder = mine !== null && (status === 'paid' || status === 'waiting')

  return (
    <Page heading={heading} narrow>
      <PageMeta title={heading} noindex />
      <p role="status">{text}</p>
      {sessionId !== null && isKnown && !isMyOrder ? <CartBack /> : null}
      {status === 'paid' || status === 'waiting' ? (
        <p>ご注文の確認メールをお送りします。届かない場合は、迷惑メールフォルダもご確認ください。</p>
      ) : null}
      {isFailed ? (
        <Notice announce actions={<Button onClick={askAgain}>もう一度読み込む</Button>}>
          ご注文の内容を読み込めませんでした。
        </Notice>
      ) : null}
      {mine === null ? null : (
        <>
          <OrderDetails order={mine.order} />
          <p>
            <Link to={mine.path}>このご注文のページ</Link>（メールからもご覧いただけます）
          </p>
        </>
      )}
      {sessionId === null ? null : <p className={css.session}>決済番号（session id）：{sessionId}</p>}
      <p className={css.ways}>
        <ButtonLink to="/all-products">お買い物を続ける</ButtonLink>
        <ButtonLink to="/" look="secondary">
          トップページへ
        </ButtonLink>
      </p>
      <SalesTerms shipped={mine !== null && mine.order.shippedAt !== null} />
    </Page>
  )
}

/** S13: the copy of the cart goes only when this browser's own order is paid; a link from elsewhere cannot empty anything. */
const useSettledCart = (sessionId: string | null, status: PaymentStatus, mine: MyOrder | null) => {
  const { isRestorable, actions } = useCart()
  useEffect(() => {
    const isOwnPaid = sessionId !== null && status === 'paid' && mine !== null
    if (isOwnPaid) closeOpenPayment(lastOrderToken() ?? '')
    if (isOwnPaid && isRestorable && isLastCleared(sessionId)) actions.settlePayment(mine.order.lines)
  }, [sessionId, status, mine, isRestorable, actions])
}
