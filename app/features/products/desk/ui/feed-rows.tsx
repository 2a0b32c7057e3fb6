import { Link } from 'react-router'
import type { StockDifference } from '~/features/products/feed/feed.rules.ts'
import type { RowToCorrect } from '~/features/products/feed/problem.texts.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import css from './product-desk.module.css'
import { deskProductPath } from './product-list.tsx'

/** Rows with errors, each with what to correct. */
export function RowsToCorrect({
  rows,
  rowCount,
  next,
}: {
  readonly rows: readonly RowToCorrect[]
  readonly rowCount: number
  /** Link to more; null when all are shown. */
  readonly next: string | null
}) {
  return (
    <section className={`stack-3 ${css.section}`} id="rows">
      <h2>表の直すところ</h2>
      {rows.length === 0 ? <p>ありません。</p> : <p>見出しを1行目として数えた、表の行の番号です。</p>}
      <ul className={css.lines}>
        {rows.map(({ row, number, field, sentence, cell }) => (
          <li key={`${row} ${field} ${sentence}`}>
            <p>
              <strong>{row}行目</strong> {number} {field === '' ? null : `［${field}］`}
            </p>
            <p>{sentence}</p>
            {cell === '' ? null : <p className={`small ${css.cell}`}>いまの内容：{cell}</p>}
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

/** Rows of the feed whose fabrics the shop describes itself. */
export function TakenRows({
  own,
}: {
  readonly own: ReadonlyArray<{ readonly row: number; readonly number: string }>
}) {
  if (own.length === 0) return null
  return (
    <section className={`stack-3 ${css.section}`}>
      <h2>表にあって、画面で持っている生地</h2>
      <p>
        表のこの行は使わず、画面の内容で販売しています。商品のページで「表にゆずる」と、表の内容になります。
      </p>
      <ul className={css.lines}>
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

/** Stock that differs from the feed: to be copied there, or taken from it. */
export function StockInFeed({ stock }: { readonly stock: readonly StockDifference[] }) {
  if (stock.length === 0) return null
  const text = stock.map(({ number, now }) => `${number}\t${now}`).join('\n')
  return (
    <section className={`stack-3 ${css.section}`} id="stock">
      <h2>在庫のちがい</h2>
      <p>表は、お店で売れた分を知りません。表の在庫を「いま」の数に直すと、そろいます。</p>
      <ul className={css.lines}>
        {stock.map(({ number, name, cell, now, waits }) => (
          <li key={number}>
            <p>
              <Link to={href('/admin/products/:number/stock', { number: numberInAddress(number) })}>
                {number}
              </Link>{' '}
              {name}
              <span className={css.counts}>
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
