import { formatNumber } from '~/kernel/money.ts'
import type { FeedView, ShopAnswer, ShopView } from '../shop.rules.ts'
import css from './shop-desk.module.css'
import { ShopForm } from './shop-form.tsx'

/** The owner's list elsewhere: when it was read and what is to be mended in it. */
export function FeedDesk({
  feed,
  ...form
}: {
  readonly feed: FeedView
  readonly requestId: string
  readonly answer: ShopAnswer | undefined
}) {
  return (
    <section className={css.section} id="feed">
      <h2>商品の表</h2>
      {feed.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ShopForm
        act="feed"
        failed="読み込みを始められませんでした。"
        button="いま読み込む"
        busy="始めています…"
        look="secondary"
        {...form}
      />
      <h3>直すところ</h3>
      {feed.problems.length === 0 ? <p>ありません。</p> : null}
      <ul className={css.rows}>
        {feed.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  )
}

/** Prices that wait for her word, with what the shop sells at until then. */
export function HeldPrices({
  prices,
  ...form
}: Pick<ShopView, 'prices'> & { readonly requestId: string; readonly answer: ShopAnswer | undefined }) {
  if (prices.length === 0) return null
  return (
    <section className={css.section} id="prices">
      <h2>価格の確認</h2>
      <p>価格が大きく変わりました。お確かめいただくまで、これまでの価格で販売しています。</p>
      <ul className={css.rows}>
        {prices.map(({ number, name, price, formerPrice }) => (
          <li key={number}>
            <p>
              <strong>{number}</strong> {name}
              <span className={css.price}>
                {formatNumber(formerPrice)}円 → {formatNumber(price)}円 合っていますか
              </span>
            </p>
            <ShopForm
              act="price"
              row={number}
              failed="価格を変えられませんでした。"
              button="この価格にする"
              busy="変えています…"
              look="secondary"
              {...form}
            >
              <input type="hidden" name="price" value={price} />
            </ShopForm>
            <ShopForm
              act="keep-price"
              row={number}
              failed="価格をそのままにできませんでした。"
              button="そのまま"
              busy="送っています…"
              look="quiet"
              {...form}
            >
              <input type="hidden" name="price" value={price} />
            </ShopForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
