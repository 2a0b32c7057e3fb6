import { Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { feedDeskView } from '~/features/desk/feed.queries.server.ts'
import type { PriceFilterKey, PriceSort } from '~/features/desk/feed.rules.ts'
import { FeedReadings, HeldPrices } from '~/features/desk/ui/feed-desk.tsx'
import { pricesList } from '~/features/desk/ui/prices-list.tsx'
import css from '~/features/products/desk/ui/product-desk.module.css'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import type { StockDifference } from '~/features/products/feed/feed.rules.ts'
import {
  acceptPrice,
  acceptPrices,
  keepPrice,
  keepPrices,
} from '~/features/products/feed/price-acceptance.commands.server.ts'
import { type RowToCorrect, rowsText } from '~/features/products/feed/problem.texts.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { readListAddress } from '~/kernel/desk-list.ts'
import { doneText } from '~/kernel/facts.ts'
import { cardCount, nextCount, queryOf } from '~/kernel/list-address.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
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
  const prices = readListAddress<PriceSort, PriceFilterKey>(pricesList, asked, true)
  const view = await readOrUnavailable(ctx, 'feed desk', (db) => feedDeskView({ ...ctx, db }, count, prices))
  return { view, count, asked: prices, done: doneText(toldActs, asked.get('done')) }
}

interface More {
  readonly said: string
}

export const action = ({ context, request }: Route.ActionArgs) => {
  const page = { at: {}, done: () => href('/admin/feed') }
  const query = new URL(request.url).searchParams
  // What the list showed, without the row whose own button was pressed.
  const here = [...query].filter(([name]) => name !== 'only' && name !== 'done')
  const at = { only: query.get('only') ?? '' }
  const deciding = (
    pressed: typeof acceptPrices,
    { act }: typeof acceptPrice | typeof keepPrice,
    words: string,
  ) =>
    press(pressed, {
      at,
      done: ({ done, left }): string | Shown<More> =>
        left.length === 0
          ? `${href('/admin/feed')}${queryOf([...here, ['done', act.name]])}`
          : {
              status: 409,
              answer: { left },
              more: { said: done === 0 ? '' : `${done}点を、${words}。` },
            },
    })
  return deskAction<RequestContext, More>(context.get(appContext), request, {
    feed: press(importSoon, page),
    price: deciding(acceptPrices, acceptPrice, '新しい価格にしました'),
    'keep-price': deciding(keepPrices, keepPrice, 'これまでの価格のままにしました'),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Feed({ loaderData: { view, count, asked, done }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const isOfPrices = answer?.act === 'price' || answer?.act === 'keep-price'
  const said = answer?.more?.said ?? ''
  const next = nextCount(view.rowCount, count, rowsAtOnce)
  return (
    <DeskPage title="商品の表と価格の確認" back={href('/admin/shop')}>
      {/* The result of an import is shown beside its button. */}
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      {said === '' ? null : (
        <Notice kind="good" announce>
          {said}
        </Notice>
      )}
      <LeftOutNotice left={answer?.left} />
      <FeedReadings view={view} answer={answer} />
      <HeldPrices
        prices={view.prices}
        requestId={view.requestId}
        asked={asked}
        kept={count === rowsAtOnce ? {} : { count: String(count) }}
        answer={isOfPrices ? answer : undefined}
      />
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
