import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { deskProductPath } from '~/features/product-desk/ui/product-list.tsx'
import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { formatNumber } from '~/kernel/money.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { type FeedDeskView, isAwaited, lastReadText, readingText } from '../feed.rules.ts'
import type { ShopAnswer, ShopView } from '../shop.rules.ts'
import css from './shop-desk.module.css'
import { ShopForm } from './shop-form.tsx'

interface Parts {
  readonly view: FeedDeskView
  readonly answer: ShopAnswer | undefined
}

const lookAgainMs = 2_000

/** Looks again until the reading that was asked for is over; without script she does so herself. */
const useResult = (isWaiting: boolean) => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}

/** When the list was read, and 今すぐ読み込む with what came of it. */
export function FeedReadings({ view, answer }: Parts) {
  useResult(isAwaited(view))
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
        <Notice kind={feed.trouble === null || isAwaited(view) ? 'good' : 'error'} announce>
          {said}
          {isAwaited(view) ? (
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
        button="今すぐ読み込む"
        busy="始めています…"
        look="secondary"
        requestId={requestId}
        answer={answer}
      />
    </section>
  )
}

/** Rows that have faults, each with what to mend. */
export function RowsToMend({
  view: { rows, rowCount },
  next,
}: Pick<Parts, 'view'> & { readonly next: string | null }) {
  return (
    <section className={css.section} id="rows">
      <h2>表の直すところ</h2>
      {rows.length === 0 ? <p>ありません。</p> : <p>見出しを1行目として数えた、表の行の番号です。</p>}
      <ul className={css.rows}>
        {rows.map(({ row, number, field, sentence, cell }) => (
          <li key={`${row} ${field} ${sentence}`}>
            <p>
              <strong>{row}行目</strong> {number} {field === '' ? null : `［${field}］`}
            </p>
            <p>{sentence}</p>
            {cell === '' ? null : <p className={css.since}>いまの内容：{cell}</p>}
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <Link to={next} preventScrollReset replace>
          ほか{rowCount - rows.length}件も見る
        </Link>
      )}
    </section>
  )
}

/** What stands in the list and is held at the desk. */
export function TakenRows({ view: { own } }: Pick<Parts, 'view'>) {
  if (own.length === 0) return null
  return (
    <section className={css.section}>
      <h2>表にあって、画面で持っている生地</h2>
      <p>
        表のこの行は使わず、画面の内容で販売しています。商品のページで「表にゆずる」と、表の内容になります。
      </p>
      <ul className={css.rows}>
        {own.map(({ row, number }) => (
          <li key={row}>
            <p>
              {row}行目 <Link to={deskProductPath(number)}>{number}</Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the list's count is not what is left: to be copied there, or to be taken where it says more. */
export function StockInFeed({ view: { stock } }: Pick<Parts, 'view'>) {
  if (stock.length === 0) return null
  const text = stock.map(({ number, now }) => `${number}\t${now}`).join('\n')
  return (
    <section className={css.section} id="stock">
      <h2>在庫のちがい</h2>
      <p>表は、お店で売れた分を知りません。表の在庫を「いま」の数に直すと、そろいます。</p>
      <ul className={css.rows}>
        {stock.map(({ number, name, cell, now, waits }) => (
          <li key={number}>
            <p>
              <Link to={href('/admin/products/:number/stock', { number: numberInAddress(number) })}>
                {number}
              </Link>{' '}
              {name}
              <span className={css.price}>
                表 {cell}・いま {now}
              </span>
              {waits ? 'ふえています。在庫のページの「この数にする」で、表の数になります。' : null}
            </p>
          </li>
        ))}
      </ul>
      <CopyButton text={text} what="いまの在庫" />
    </section>
  )
}

/** Prices that wait for her word, with what the shop sells at until then. */
export function HeldPrices({
  prices,
  ...form
}: Pick<ShopView, 'prices'> & { readonly requestId: string; readonly answer: ShopAnswer | undefined }) {
  return (
    <section className={css.section} id="prices">
      <h2>価格の確認</h2>
      {prices.length === 0 ? (
        <p>ありません。</p>
      ) : (
        <p>価格が大きく変わりました。お確かめいただくまで、これまでの価格で販売しています。</p>
      )}
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
