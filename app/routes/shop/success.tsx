import { Link } from 'react-router'
import { statusForPage } from '~/features/orders/checkout/endpoint.server.ts'
import { useReturnedOrder } from '~/features/orders/checkout/ui/use-returned-order.ts'
import type { PaymentStatus } from '~/features/orders/types.ts'
import { href } from '~/href.ts'
import '~/features/orders/ui/order-page.css'
import { OrderDetails, PaymentNumber, TermsOfOrder } from '~/features/orders/ui/order-details.tsx'
import { OrderMark } from '~/features/orders/ui/order-progress.tsx'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/success'

const shownCharacters = 100

export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/** Only the payment's status: details need the order's own token (S14). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const sessionId = new URL(request.url).searchParams.get('session_id')
  const ctx = context.get(appContext)
  const { terms } = ctx.settings
  if (!sessionId) return { sessionId: null, status: 'unknown' as const, terms }
  return {
    sessionId: sessionId.slice(0, shownCharacters),
    status: await statusForPage(ctx, ctx.actor, sessionId),
    terms,
  }
}

/** The payment's status in the shopper's words (S13, S14). */
const paymentStatusText: Readonly<
  Record<PaymentStatus, { readonly heading: string; readonly text: string }>
> = {
  paid: {
    heading: 'ご購入ありがとうございます',
    text: 'お支払いが完了し、ご注文を承りました。',
  },
  waiting: {
    heading: 'お支払いを確認しています',
    text: 'ご注文は受け付けています。お支払いの確認がとれしだい、メールでお知らせします。この画面を閉じても大丈夫です。',
  },
  unpaid: {
    heading: 'お支払いはまだ確認できていません',
    text: 'お支払いの途中で戻られた場合は、まだお支払いは行われていません。お支払いを終えた場合は、確認まで数分かかることがあります。',
  },
  unknown: {
    heading: 'このお支払いの記録は見つかりませんでした',
    text: 'アドレスが途中で切れているか、別のお店のものかもしれません。お支払いを終えたのにこの画面が出た場合は、お店までご連絡ください。',
  },
}

const marks = { paid: 'done', waiting: 'waiting', unpaid: 'none', unknown: 'none' } as const

const withoutSession = {
  heading: 'ご購入の確認',
  text: 'このアドレスには決済番号がないため、お支払いの結果を表示できません。ご注文の内容は、お送りしたメールからご覧いただけます。',
}

export default function Success({ loaderData: { sessionId, status, terms } }: Route.ComponentProps) {
  const { heading, text } = sessionId === null ? withoutSession : paymentStatusText[status]
  const { isExpected, isFailed, mine, askAgain } = useReturnedOrder(sessionId, status)

  return (
    <Page heading={heading} narrow>
      <PageMeta title={heading} noindex />
      <OrderMark kind={sessionId === null ? 'none' : marks[status]}>{text}</OrderMark>
      {status === 'paid' || status === 'waiting' ? (
        <p className="order-screen">
          ご注文の確認メールをお送りします。届かない場合は、迷惑メールフォルダもご確認ください。
        </p>
      ) : null}
      {mine === null && (isExpected || isFailed) ? (
        <div className={`order-screen ${isFailed ? '' : 'order-expected'}`}>
          {isFailed ? (
            <Notice announce actions={<Button onClick={askAgain}>もう一度読み込む</Button>}>
              ご注文の内容を読み込めませんでした。
            </Notice>
          ) : (
            <p>ご注文の内容を読み込んでいます。</p>
          )}
        </div>
      ) : null}
      {mine === null ? null : (
        <>
          <OrderDetails order={mine.order} terms={terms} />
          <p className="order-screen">
            <Link to={mine.path}>このご注文のページ</Link>
            {status === 'paid' ? '（メールからもご覧いただけます）' : ''}
          </p>
        </>
      )}
      {sessionId === null ? null : <PaymentNumber sessionId={sessionId} />}
      <p className="row-3 order-screen">
        <ButtonLink to={href('/all-products')}>お買い物を続ける</ButtonLink>
        <ButtonLink to={href('/')} look="secondary">
          トップページへ
        </ButtonLink>
      </p>
      <TermsOfOrder order={mine?.order} terms={terms} />
    </Page>
  )
}
