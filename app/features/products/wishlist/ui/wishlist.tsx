import type { ReactNode } from 'react'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'
import productGrid from '~/features/products/ui/product-grid.module.css'
import { href } from '~/href.ts'
import { BlankCards } from '~/ui/blank-cards.tsx'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Notice } from '~/ui/notice.tsx'
import { type KeptProduct, without } from '../rules.ts'
import waiting from './awaited.module.css'
import { readKept, useWishlist, wishlistKey, writeKept } from './kept-products.ts'
import { useEverKept, useProductsNow } from './use-products-now.ts'
import css from './wishlist.module.css'

const grid = `${productGrid.grid} ${css.cards}`

/**
 * The wishes of this device with current data. A removed product stays, with an empty heart, until the page is left, so that a slip
 * can be undone. Products no longer sold are listed by name.
 */
export function Wishlist({
  fabric,
  kit,
}: {
  readonly fabric: (fabric: SellableProduct, place: number) => ReactNode
  readonly kit: (kit: Kit, place: number) => ReactNode
}) {
  const wishes = useWishlist()
  const asked = useEverKept(wishes)
  const { now, isFailed, isAsking, askAgain } = useProductsNow(asked)
  if (wishes === null || asked === null)
    return (
      <>
        <noscript>
          <Notice>
            <p>
              このリストのご利用には、ブラウザーのJavaScriptが必要です。設定で有効にして、ページを読み込み直してください。
            </p>
          </Notice>
        </noscript>
        <div className={`${css.expected} ${waiting.awaited}`}>
          <ProductListLinks />
        </div>
      </>
    )
  if (asked.length === 0)
    return (
      <div className={css.nothing}>
        <EmptyBox>
          <p>まだ何も入っていません。</p>
          <p>生地やキットの写真の右上にあるハートを押すと、ここに並びます。</p>
          <ProductListLinks />
        </EmptyBox>
      </div>
    )
  if (isFailed)
    return (
      <>
        <Notice
          kind="error"
          actions={
            <Button look="secondary" aria-disabled={isAsking} onClick={askAgain}>
              {isAsking ? '読み込んでいます…' : 'もう一度読み込む'}
            </Button>
          }
        >
          いまの価格と販売の状況を読み込めませんでした。リストはこの端末に残っています。
        </Notice>
        <Names kept={wishes} />
        <ProductListLinks />
      </>
    )
  if (now === null)
    return (
      <div className={`stack-3 ${waiting.awaited}`}>
        <p role="status">読み込んでいます…</p>
        <ul className={grid} aria-hidden="true">
          <BlankCards count={asked.length} />
        </ul>
      </div>
    )
  const shown = new Set([...now.fabrics, ...now.kits].map(({ number }) => number))
  const gone = wishes.filter(({ number }) => !shown.has(number))
  return (
    <>
      <Part heading="生地" cards={now.fabrics.map(fabric)} />
      <Part heading="キット" cards={now.kits.map(kit)} />
      {gone.length === 0 ? null : (
        <section aria-labelledby="gone" className="stack-3">
          <h2 id="gone">いま販売していないもの</h2>
          <p>販売を終えたか、次の販売までお休みしています。</p>
          <Names kept={gone} />
        </section>
      )}
      <ProductListLinks />
    </>
  )
}

function Part({ heading, cards }: { readonly heading: string; readonly cards: readonly ReactNode[] }) {
  if (cards.length === 0) return null
  return (
    <section aria-label={heading} className="stack-3">
      <h2>{heading}</h2>
      <ul className={grid}>{cards}</ul>
    </section>
  )
}

function Names({ kept }: { readonly kept: readonly KeptProduct[] }) {
  return (
    <ul className={css.names}>
      {kept.map(({ number, name }) => (
        <li key={number} className={css.named}>
          {name}（{number}）
          <Button
            look="quiet"
            aria-label={`${name}（${number}）をリストから外す`}
            onClick={() => writeKept(wishlistKey, without(readKept(wishlistKey) ?? kept, number))}
          >
            外す
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function ProductListLinks() {
  return (
    <p className={css.ways}>
      <ButtonLink to={href('/all-products')} look="secondary">
        生地を見る
      </ButtonLink>
      <ButtonLink to={href('/kits')} look="secondary">
        キットを見る
      </ButtonLink>
    </p>
  )
}
