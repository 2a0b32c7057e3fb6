import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { lowestCertainPrice } from '~/features/products/price-guard.rules.ts'
import { href } from '~/href.ts'
import type { ListAsked } from '~/kernel/desk-list.ts'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PhonePages } from '~/ui/phone-pages.tsx'
import {
  type FeedDeskView,
  isReading,
  lastReadText,
  type PriceFilterKey,
  type PriceSort,
  type PricesPage,
  readingText,
} from '../feed.rules.ts'
import { pricesList } from './prices-list.tsx'
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

type Asked = ListAsked<PriceSort, PriceFilterKey>

/** 価格の確認 as a list whose rows are decided one by one, or several at once (N140). */
export function HeldPrices({
  prices: { rows, count, all, page, pages },
  requestId,
  asked,
  kept,
  answer,
}: {
  readonly prices: PricesPage
  readonly requestId: string
  readonly asked: Asked
  /** What else the address of the page says. */
  readonly kept: Readonly<Record<string, string>>
  readonly answer: DeskAnswer | undefined
}) {
  const place = { path: href('/admin/feed'), kept }
  return (
    <section className={css.section} id="prices">
      <h2>価格の確認</h2>
      {all === 0 ? (
        <p>ありません。</p>
      ) : (
        <>
          <p>
            価格が大きく変わったか、はじめての価格が{lowestCertainPrice}
            円より安い商品です。お確かめいただくまで、これまでの価格で販売するか、「価格確認中」にしています。
          </p>
          <DeskFilters filters={pricesList.filters} isOwner asked={asked} place={place} />
        </>
      )}
      {count === 0 ? null : (
        <DeskTable
          list={pricesList}
          rows={rows}
          isOwner
          order={asked.sort === null ? { sort: 'number', direction: 'asc' } : asked}
          found={{ count, isMore: false }}
          {...{ asked, place, page, pages, requestId }}
          failure={answer?.failure}
          typed={answer?.typed}
          failed="価格を変えられませんでした。"
        />
      )}
      {all > 0 && count === 0 ? <p>この条件の商品はありません。</p> : null}
      <PhonePages {...{ asked, place, page, pages }} hash="#prices" />
    </section>
  )
}
