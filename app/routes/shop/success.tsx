import { Link } from 'react-router'
import { statusForPage } from '~/features/checkout/endpoint.server.ts'
import { useReturnedOrder } from '~/features/checkout/ui/use-returned-order.ts'
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

/** Only the payment's status: details need the order's own token (S14). */
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
  const { isFailed, mine, askAgain } = useReturnedOrder(sessionId, status)

  return (
    <Page heading={heading} narrow>
      <PageMeta title={heading} noindex />
      <p role="status">{text}</p>
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
