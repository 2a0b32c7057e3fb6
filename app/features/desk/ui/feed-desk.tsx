import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { heldPriceText, lowestCertainPrice } from '~/features/products/price-guard.rules.ts'
import { href } from '~/href.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { type FeedDeskView, isReading, lastReadText, readingText } from '../feed.rules.ts'
import type { ShopView } from '../shop.rules.ts'
import css from './shop-desk.module.css'
import { ShopForm } from './shop-form.tsx'

interface Parts {
  readonly view: FeedDeskView
  readonly answer: DeskAnswer | undefined
}

const lookAgainMs = 2_000

/** Reloads until the requested import has finished; without script the owner reloads. */
const useResult = (isWaiting: boolean) => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}

/** Time of the last import, and いま読み込む with its result. */
export function FeedReadings({ view, answer }: Parts) {
  useResult(isReading(view))
  const { feed, now, requestId } = view
  if (feed === null)
    return (
      <section className={css.section}>
        <h2>読み込み</h2>
        <p>商品の表はつながっていません。生地は、お店の画面で持っています。</p>
      </section>
    )
  const said = readingText(view)
  return (
    <section className={css.section}>
      <h2>読み込み</h2>
      <p>{lastReadText(feed.lastSuccessAt, now)}</p>
      {feed.trouble === null || said !== null ? null : <Notice kind="error">{feed.trouble}</Notice>}
      {said === null ? null : (
        <Notice kind={feed.trouble === null || isReading(view) ? 'good' : 'error'} announce>
          {said}
          {isReading(view) ? (
            <>
              {' '}
              <Link to={href('/admin/feed')}>もう一度見る</Link>
            </>
          ) : null}
        </Notice>
      )}
      <ShopForm
        act="feed"
        failed="読み込みを始められませんでした。"
        button="いま読み込む"
        busy="始めています…"
        look="secondary"
        requestId={requestId}
        answer={answer}
      />
    </section>
  )
}

export function HeldPrices({
  prices,
  ...form
}: Pick<ShopView, 'prices'> & { readonly requestId: string; readonly answer: DeskAnswer | undefined }) {
  return (
    <section className={css.section} id="prices">
      <h2>価格の確認</h2>
      {prices.length === 0 ? (
        <p>ありません。</p>
      ) : (
        <p>
          価格が大きく変わったか、はじめての価格が{lowestCertainPrice}
          円より安い商品です。お確かめいただくまで、これまでの価格で販売するか、「価格確認中」にしています。
        </p>
      )}
      <ul className={css.rows}>
        {prices.map(({ number, name, price, formerPrice }) => (
          <li key={number}>
            <p>
              <strong>{number}</strong> {name}
              <span className={css.price}>{heldPriceText({ price, formerPrice })} 合っていますか</span>
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
            {formerPrice === null ? null : (
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
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
