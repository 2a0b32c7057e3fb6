import type { ReactNode } from 'react'
import { formatNumber } from '~/kernel/money.ts'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { DeskProduct } from '../rules.ts'
import css from './product-desk.module.css'

interface Parts {
  readonly product: DeskProduct
  readonly requestId: string
}

function Act({
  act,
  button,
  requestId,
  version,
  look = 'secondary',
  children,
}: {
  readonly act: string
  readonly button: string
  readonly requestId: string
  readonly version: number
  readonly look?: 'primary' | 'secondary' | 'quiet'
  readonly children?: ReactNode
}) {
  return (
    <FormCard failed={`「${button}」ができませんでした。`}>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="requestId" value={`${requestId} ${act}`} />
      <input type="hidden" name="version" value={version} />
      {children}
      <SubmitButton busy="送っています…" look={look}>
        {button}
      </SubmitButton>
    </FormCard>
  )
}

/** A price waiting for the owner's confirmation (P35). */
export function HeldPriceOf({ product, requestId }: Parts) {
  const { heldPrice, version } = product
  if (heldPrice === null) return null
  const { price, formerPrice } = heldPrice
  const form = { requestId, version }
  return (
    <section className={`stack-3 ${css.section}`} aria-label="価格の確認">
      <h2>価格の確認</h2>
      <p>
        {formatNumber(formerPrice)}円 → {formatNumber(price)}円
        合っていますか。お確かめいただくまで、これまでの価格で販売します。
      </p>
      <div className={`row-3 ${css.acts}`}>
        <Act act="accept" button="この価格にする" look="primary" {...form}>
          <input type="hidden" name="price" value={price} />
        </Act>
        <Act act="keep" button="そのまま" {...form}>
          <input type="hidden" name="price" value={price} />
        </Act>
      </div>
    </section>
  )
}

/** A product's other acts: paused, held by the desk or the feed. */
export function ProductActs({ product, requestId, hasFeed }: Parts & { readonly hasFeed: boolean }) {
  const { suspended, source, type, version, feedRow } = product
  const form = { requestId, version }
  return (
    <section className={`stack-3 ${css.section}`} aria-label="この商品の扱い">
      <h2>この商品の扱い</h2>
      <div className={`row-3 ${css.acts}`}>
        {suspended ? (
          <Act act="open" button="販売を再開する" {...form} />
        ) : (
          <Act act="close" button="販売を休止する" {...form} />
        )}
        {source === 'feed' ? <Act act="take" button="この生地を画面で持つ" {...form} /> : null}
        {hasFeed && source === 'own' && type === 'fabric' ? (
          <Act act="give" button="表にゆずる" {...form} />
        ) : null}
      </div>
      {source === 'feed' ? (
        <p>名前・色・価格・写真などは、表{feedRow === null ? '' : `の${feedRow}行目`}で直します。</p>
      ) : null}
    </section>
  )
}
