import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { feedDeskView } from '~/features/desk/feed.queries.server.ts'
import { doneTexts, type ShopAct, shopActs } from '~/features/desk/shop.rules.ts'
import { FeedReadings, HeldPrices } from '~/features/desk/ui/feed-desk.tsx'
import { RefusedWithoutForm } from '~/features/desk/ui/shop-form.tsx'
import { RowsToCorrect, StockInFeed, TakenRows } from '~/features/products/desk/ui/feed-rows.tsx'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { href } from '~/href.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/feed'

const rowsAtOnce = 100

/** The product feed's entries that need attention. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const count = cardCount(asked.get('count'), rowsAtOnce)
  const view = await readOrUnavailable(ctx, 'feed desk', (db) => feedDeskView({ ...ctx, db }, count))
  return { view, count, done: shopActs.find((act) => act === asked.get('done')) ?? null }
}

export const action = ({ context, request }: Route.ActionArgs) => {
  const leadingOn = (done: ShopAct) => ({ at: {}, done: () => href('/admin/feed', { done }) })
  return deskAction(context.get(appContext), request, {
    feed: press(importSoon, leadingOn('feed')),
    price: press(acceptPrice, leadingOn('price')),
    'keep-price': press(keepPrice, leadingOn('keep-price')),
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
      {done === null || done === 'feed' || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {doneTexts[done]}
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
