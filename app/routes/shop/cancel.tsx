import { useEffect } from 'react'
import { usePaymentMemory } from '~/features/orders/checkout/ui/payment-memory.ts'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

/** Shown after leaving the payment page without paying (S6). */
export default function Cancel() {
  const memory = usePaymentMemory()
  useEffect(() => memory.forgetLeft(), [memory])
  return (
    <Page heading="お支払いはキャンセルされました" narrow>
      <PageMeta title="お支払いのキャンセル" noindex />
      <p>
        お支払いは行われていません。カートの中身はそのまま残っていますので、いつでも続きからお買い物いただけます。
      </p>
      <p className="row-3">
        <ButtonLink to={href('/all-products')}>生地の一覧へ</ButtonLink>
        <ButtonLink to={href('/')} look="secondary">
          トップページへ
        </ButtonLink>
      </p>
    </Page>
  )
}
