import { useEffect } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import { href } from '~/href.ts'
import { Button, ButtonOutLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { loadingRetrySeconds, type ProductListState } from '../feed-state.rules.ts'
import css from './how-it-is-sold.module.css'
import productsWaitCss from './products-wait.module.css'

/** Both sentences are read without a tap (P38). */
export function HowItIsSold() {
  return (
    <section className={css.box} aria-labelledby="how-it-is-sold">
      <h2 id="how-it-is-sold" className={css.heading}>
        生地の販売について
      </h2>
      <p>
        すべての生地を、50cm角の単位で販売しています。
        <wbr />
        同じ柄を2枚以上お求めの場合は、切り離さず、つながった1枚の布でお届けします。
      </p>
    </section>
  )
}

export function NewsletterBanner({ href }: { readonly href: string }) {
  return (
    <aside aria-label="お便りのご案内" className={css.banner}>
      <p>
        <strong>月に一度のお便り</strong>
        <span className={css.news}>新しい生地やキットのお知らせをメールでお届けします。</span>
      </p>
      <ButtonOutLink href={href}>お便りに登録する</ButtonOutLink>
    </aside>
  )
}

const pollEveryMs = 3_000
const blankSwatches = ['a', 'b', 'c', 'd']

/** The page polls until the first copy of the feed is in, without script too (P2). */
function ProductsLoading() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, pollEveryMs)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <div className={productsWaitCss.wait}>
      <noscript>
        <meta httpEquiv="refresh" content={String(loadingRetrySeconds)} />
      </noscript>
      <Notice announce>
        <p>生地のデータを読み込んでいます。10秒ほどかかることがあります。</p>
        <noscript>
          <p>
            <Link to={href('/all-products')}>もう一度読み込む</Link>
          </p>
        </noscript>
      </Notice>
      <div className={productsWaitCss.swatches} aria-hidden="true">
        {blankSwatches.map((name) => (
          <span key={name} className={productsWaitCss.swatch} />
        ))}
      </div>
    </div>
  )
}

/** When the first import failed (P4). */
function ProductsFailed({ message }: { readonly message: string }) {
  const isSending = useNavigation().state !== 'idle'
  return (
    <Notice
      kind="error"
      actions={
        <Form method="post" action={href('/all-products')}>
          <Button type="submit" look="secondary" disabled={isSending}>
            もう一度読み込む
          </Button>
        </Form>
      }
    >
      <p>{message}</p>
    </Notice>
  )
}

/** Replaces the list while there is no copy of the feed (P2). */
export function ProductsUnavailable({ state }: { readonly state: ProductListState }) {
  if (state.kind === 'loading') return <ProductsLoading />
  return state.kind === 'failed' ? <ProductsFailed message={state.message} /> : null
}
