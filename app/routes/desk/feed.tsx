import { Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { feedDeskView } from '~/features/desk/feed.queries.server.ts'
import { FeedReadings, HeldPrices } from '~/features/desk/ui/feed-desk.tsx'
import { RefusedWithoutForm } from '~/features/desk/ui/shop-form.tsx'
import css from '~/features/products/desk/ui/product-desk.module.css'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import type { StockDifference } from '~/features/products/feed/feed.rules.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { type RowToCorrect, rowsText } from '~/features/products/feed/problem.texts.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/feed'

/** Rows with errors, each with what to correct. */
function RowsToCorrect({
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
        {rows.map(({ row, rows, number, field, sentence, cell }) => (
          <li key={`${row} ${field} ${sentence}`}>
            <p>
              <strong>{rowsText({ row, rows })}</strong> {number} {field === '' ? null : `［${field}］`}
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
function TakenRows({
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
function StockInFeed({ stock }: { readonly stock: readonly StockDifference[] }) {
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

const rowsAtOnce = 100

/** The product feed's entries that need attention. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const count = cardCount(asked.get('count'), rowsAtOnce)
  const view = await readOrUnavailable(ctx, 'feed desk', (db) => feedDeskView({ ...ctx, db }, count))
  return { view, count, done: doneText(toldActs, asked.get('done')) }
}

export const action = ({ context, request }: Route.ActionArgs) => {
  const page = { at: {}, done: () => href('/admin/feed') }
  const pricing = ({ act: { name } }: { readonly act: { readonly name: string } }) => ({
    at: {},
    done: () => href('/admin/feed', { done: name }),
  })
  return deskAction(context.get(appContext), request, {
    feed: press(importSoon, page),
    price: press(acceptPrice, pricing(acceptPrice)),
    'keep-price': press(keepPrice, pricing(keepPrice)),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Feed({ loaderData: { view, count, done }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const next = nextCount(view.rowCount, count, rowsAtOnce)
  return (
    <DeskPage title="商品の表と価格の確認" back={href('/admin/shop')}>
      {/* The result of an import is shown beside its button. */}
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <RefusedWithoutForm answer={answer} view={view} />
      <FeedReadings view={view} answer={answer} />
      <HeldPrices prices={view.prices} requestId={view.requestId} answer={answer} />
      {view.feed === null ? null : (
        <RowsToCorrect
          rows={view.rows}
          rowCount={view.rowCount}
          next={next === null ? null : href('/admin/feed', { count: String(next) })}
        />
      )}
      <StockInFeed stock={view.stock} />
      <TakenRows own={view.own} />
    </DeskPage>
  )
}
