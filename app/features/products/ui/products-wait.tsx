import { useEffect } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import css from './products-wait.module.css'

const pollEveryMs = 3_000
const pollEverySecondsWithoutScript = 5
const blankSwatches = ['a', 'b', 'c', 'd']

/** While there is no copy of the feed yet (P2), the page polls, without script too. */
export function ProductsLoading() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, pollEveryMs)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <div className={css.wait}>
      <noscript>
        <meta httpEquiv="refresh" content={String(pollEverySecondsWithoutScript)} />
      </noscript>
      <Notice announce>
        <p>
          生地のデータを読み込んでいます。<span className={css.together}>10秒ほど</span>
          かかることがあります。
        </p>
        <noscript>
          <p>
            <Link to={href('/all-products')}>表示を新しくする</Link>
          </p>
        </noscript>
      </Notice>
      <div className={css.swatches} aria-hidden="true">
        {blankSwatches.map((name) => (
          <span key={name} className={css.swatch} />
        ))}
      </div>
    </div>
  )
}

/** When the first copy could not be had (P4). */
export function ProductsFailed({ message }: { readonly message: string }) {
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
