import { Fragment } from 'react'
import { data, Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { endPaymentPage } from '~/features/orders/payment/page.commands.server.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { countedProducts } from '~/features/stock/desk/counted.queries.server.ts'
import {
  type CountedFilterKey,
  type CountedProduct,
  type CountedSort,
  countedStates,
  firstOrder,
} from '~/features/stock/desk/counted.rules.ts'
import { stockCounts, stockLists } from '~/features/stock/desk/lists.queries.server.ts'
import { ClaimingOrder } from '~/features/stock/desk/ui/claiming-order.tsx'
import listCss from '~/features/stock/desk/ui/counted-list.module.css'
import { CountedList } from '~/features/stock/desk/ui/counted-list.tsx'
import css from '~/features/stock/desk/ui/stock.module.css'
import { stockList } from '~/features/stock/desk/ui/stock-list.tsx'
import { setLowAt } from '~/features/stock/ending.commands.server.ts'
import { saveStockFields } from '~/features/stock/list-fields.commands.server.ts'
import { typedFields } from '~/features/stock/list-fields.rules.ts'
import type { HoldLine, StockLine } from '~/features/stock/rules.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { readListAddress } from '~/kernel/desk-list.ts'
import { doneText } from '~/kernel/facts.ts'
import { queryOf } from '~/kernel/list-address.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { DeskPage, DeskPageLinks } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/stock'

const stockPath = (number: string): string =>
  href('/admin/products/:number/stock', { number: numberInAddress(number) })

/** How many rows a list leaves out. */
function More({ count, unit }: { readonly count: number; readonly unit: string }) {
  return count > 0 ? <p>{`ほかに${count}${unit}あります。`}</p> : null
}

function List({
  id,
  heading,
  lines,
  total,
  isOwner,
  isOnPhone = false,
}: {
  readonly id: string
  readonly heading: string
  readonly lines: readonly StockLine[]
  readonly total: number
  readonly isOwner: boolean
  /** On a phone alone: the table shows it by its filter. */
  readonly isOnPhone?: boolean
}) {
  if (lines.length === 0) return null
  return (
    <section className={isOnPhone ? `${css.section} ${listCss.onPhone}` : css.section} aria-labelledby={id}>
      <h2 id={id}>{`${heading} ${total}点`}</h2>
      <ul className={css.lines}>
        {lines.map(({ number, name, pieces, orders }) => (
          <li key={number}>
            <Link to={stockPath(number)}>{`${name}（${number}）`}</Link>
            <span>{pieces === '0' ? 'なし' : `${pieces}枚`}</span>
            {orders.length === 0 ? null : (
              <span>
                ご注文
                {orders.map(({ order, isPaid }) => (
                  <Fragment key={order}>
                    {' '}
                    <ClaimingOrder order={order} isPaid={isPaid} isOwner={isOwner} />
                  </Fragment>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <More count={total - lines.length} unit="点" />
    </section>
  )
}

interface StockListsProps {
  readonly lists: Readonly<
    Record<'low' | 'soldOut' | 'short' | 'found' | 'recount', readonly StockLine[]>
  > & {
    readonly holds: readonly HoldLine[]
    readonly sheet: readonly (StockLine & { readonly cell: string })[]
    readonly moreOfSheet: number
  }
  readonly counts: Readonly<Record<'low' | 'soldOut' | 'short' | 'found' | 'holds' | 'recount', number>>
  readonly isOwner: boolean
  readonly requestId: string
}

/** Lists: 在庫が少ない (also as a text for the supplier), 売り切れ, claims without stock, holds of payment pages. */
function StockLists({ lists, counts, isOwner, requestId }: StockListsProps) {
  const { low, soldOut, short, found, recount, holds, sheet, moreOfSheet } = lists
  const order = [...low, ...soldOut].map(({ number, name, pieces }) => `${number} ${name}　残り ${pieces}`)
  return (
    <div className={listCss.lists}>
      <List id="short" heading="約束より在庫が少ない" lines={short} total={counts.short} isOwner={isOwner} />
      <List
        id="found"
        heading="数えたより布があったので、数え直す"
        lines={found}
        total={counts.found}
        isOwner={isOwner}
      />
      <List
        id="recount"
        heading="つなげ方の設定が変わったので、数え直す"
        lines={recount}
        total={counts.recount}
        isOwner={isOwner}
      />
      <List id="low" heading="在庫が少ない" lines={low} total={counts.low} isOwner={isOwner} isOnPhone />
      <List
        id="sold-out"
        heading="売り切れ"
        lines={soldOut}
        total={counts.soldOut}
        isOwner={isOwner}
        isOnPhone
      />
      {sheet.length === 0 ? null : (
        <section className={css.section} aria-labelledby="sheet">
          <h2 id="sheet">表に書き写す在庫</h2>
          <ul className={css.lines}>
            {sheet.map(({ number, name, cell, pieces }) => (
              <li key={number}>
                <Link to={stockPath(number)}>{`${name}（${number}）`}</Link>
                <span>{`表 ${cell}・いま ${pieces}`}</span>
              </li>
            ))}
          </ul>
          <More count={moreOfSheet} unit="点" />
        </section>
      )}
      {order.length === 0 ? null : (
        <section className={css.section} aria-labelledby="order">
          <h2 id="order">仕入れ先に送る文</h2>
          <p className={css.copy}>{order.join('\n')}</p>
          <CopyButton text={order.join('\n')} what="仕入れ先に送る文" />
        </section>
      )}
      <Holds holds={holds} total={counts.holds} requestId={requestId} />
    </div>
  )
}

function Holds({
  holds,
  total,
  requestId,
}: {
  readonly holds: readonly HoldLine[]
  readonly total: number
  readonly requestId: string
}) {
  if (holds.length === 0) return null
  return (
    <section className={css.section} aria-labelledby="holds">
      <h2 id="holds">{`お支払い中のお取り置き ${total}件`}</h2>
      <ul className={css.lines}>
        {holds.map(({ order, until, products }) => (
          <li key={order}>
            <span>
              {products.map(({ number, units }) => `${number} ×${units}`).join('、')}
              {until === null ? '（入金待ち）' : `（${deskMoment(until)}まで）`}
            </span>
            {until === null ? null : (
              <FormCard failed="戻せませんでした。">
                <input type="hidden" name="requestId" value={`${requestId} ${order}`} />
                <input type="hidden" name="order" value={order} />
                <SubmitButton busy="戻しています…" look="secondary">
                  戻す<span className="visually-hidden">：{order}</span>
                </SubmitButton>
              </FormCard>
            )}
          </li>
        ))}
      </ul>
      <More count={total - holds.length} unit="件" />
    </section>
  )
}

/** What was sold, who waits and what was ordered is the owner's. */
const forPacker = <P extends { readonly rows: readonly CountedProduct[] }>(page: P): P => ({
  ...page,
  rows: page.rows.map((row) => ({
    ...row,
    ...{ soldWeek: 0, soldMonth: 0, daysLeft: null, waiting: 0, reorder: null },
  })),
})

/** The stock that needs attention, and all of it; a packer who may count sees what to count (K21). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  if (!mayCountStock(actor)) throw data(null, { status: 404 })
  const isOwner = isShopOwner(actor)
  const params = new URL(request.url).searchParams
  const done = doneText(toldActs, params.get('done'))
  const q = readSearch(params.get('q'))
  const asked = readListAddress<CountedSort, CountedFilterKey>(stockList, params, isOwner)
  const { state, type } = asked.filters
  const filter = {
    q,
    state: countedStates.find((each) => each === state) ?? null,
    type: type === 'fabric' || type === 'kit' ? type : null,
    sort: asked.sort ?? firstOrder,
    dir: asked.sort === null ? 'asc' : asked.direction,
    ...{ size: asked.size, page: asked.page },
  } as const
  return readOrUnavailable(ctx, 'stock', async (db) => {
    const counted = await countedProducts(db, ctx, filter)
    const [lists, low, soldOut, short, holds, recount, found] = await Promise.all([
      stockLists(db, ctx.settings.joined),
      stockCounts.low(db),
      stockCounts.soldOut(db),
      stockCounts.short(db),
      stockCounts.holds(db),
      stockCounts.recount(db),
      stockCounts.found(db),
    ])
    const ofOwner = isOwner ? {} : { holds: [], sheet: [], moreOfSheet: 0 }
    return {
      lists: { ...lists, ...ofOwner },
      counts: { low, soldOut, short, found, recount, holds: isOwner ? holds : 0 },
      ...{ counted: isOwner ? counted : forPacker(counted), asked, q },
      done,
      isOwner,
      requestId: ctx.newId(),
    }
  })
}

/** 戻す expires the payment page of an order that holds stock; 保存する keeps the fields of the list. */
export const action = ({ request, context }: Route.ActionArgs) => {
  const here = [...new URL(request.url).searchParams].filter(([name]) => name !== 'done')
  const done = ['done', setLowAt.act.name] as const
  return deskAction(context.get(appContext), request, {
    '': press(endPaymentPage, {
      at: {},
      done: () => href('/admin/stock', { done: endPaymentPage.act.name }),
    }),
    save: press(saveStockFields, {
      at: {},
      done: ({ left }, { rows }) =>
        left.length === 0
          ? `${href('/admin/stock')}${queryOf([...here, done])}`
          : { status: 409, answer: { typed: typedFields(rows) }, more: { left } },
    }),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, counts, counted, asked, q, done, isOwner, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const isNothing = Object.values(counts).every((count) => count === 0) && lists.sheet.length === 0
  const isUncounted = isNothing && counted.total === 0 && q === '' && Object.keys(asked.filters).length === 0
  return (
    <DeskPage title="在庫" back={href('/admin/products')}>
      {answer?.failure && answer.act !== 'save' ? <Notice kind="error">{answer.failure}</Notice> : null}
      <LeftOutNotice left={answer?.more?.left} />
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <DeskPageLinks label="在庫の用事">
        <ButtonLink to={href('/admin/receive')}>受け取り</ButtonLink>
        {isOwner ? (
          <ButtonLink look="secondary" to={`${href('/admin/products/file')}#count`}>
            棚卸のファイル
          </ButtonLink>
        ) : null}
      </DeskPageLinks>
      {isUncounted ? (
        <EmptyBox said="数えている商品は、まだありません。">
          <p>
            数えていない商品は、いくつでも売れます。届いた布は「受け取り」に、棚にある布は商品の「在庫」に入れると、そこから数え始めます。
          </p>
          <ButtonLink look="secondary" to={href('/admin/products')}>
            商品から選ぶ
          </ButtonLink>
        </EmptyBox>
      ) : isNothing ? (
        <EmptyBox said="在庫の少ない商品はありません。" />
      ) : null}
      {isNothing ? null : (
        <StockLists lists={lists} counts={counts} isOwner={isOwner} requestId={requestId} />
      )}
      <CountedList {...{ counted, asked, q, isOwner, requestId, answer }} />
    </DeskPage>
  )
}
