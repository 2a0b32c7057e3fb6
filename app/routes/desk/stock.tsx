import { data } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { endPaymentPage } from '~/features/orders/payment/one-page.commands.server.ts'
import { stockCounts, stockLists } from '~/features/stock/desk/lists.queries.server.ts'
import { StockLists } from '~/features/stock/desk/ui/stock-lists.tsx'
import { stockDoneOf, stockDoneTexts } from '~/features/stock/texts.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/stock'

/** The stock that needs attention; a packer who may count sees what to count (K21). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  if (!mayCountStock(actor)) throw data(null, { status: 404 })
  const isOwner = isShopOwner(actor)
  const done = stockDoneOf(new URL(request.url).searchParams.get('done'))
  return readOrUnavailable(ctx, 'stock', async (db) => {
    const [lists, low, soldOut, short, holds, recount] = await Promise.all([
      stockLists(db, ctx.settings.joined),
      stockCounts.low(db),
      stockCounts.soldOut(db),
      stockCounts.short(db),
      stockCounts.holds(db),
      stockCounts.recount(db),
    ])
    const ofOwner = isOwner ? {} : { holds: [], sheet: [], moreOfSheet: 0 }
    return {
      lists: { ...lists, ...ofOwner },
      counts: { low, soldOut, short, recount, holds: isOwner ? holds : 0 },
      done,
      isOwner,
      requestId: ctx.newId(),
    }
  })
}

/** 戻す: expires the payment page of an order that holds stock. */
export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(endPaymentPage, { at: {}, done: () => href('/admin/stock', { done: 'released' }) }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, counts, done, isOwner, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const isNothing = Object.values(counts).every((count) => count === 0) && lists.sheet.length === 0
  return (
    <DeskPage title="在庫" back={href('/admin/products')}>
      {answer?.failure ? <Notice kind="error">{answer.failure}</Notice> : null}
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {stockDoneTexts[done]}
        </Notice>
      )}
      {isNothing ? <EmptyBox said="在庫の少ない商品はありません。" /> : null}
      <StockLists lists={lists} counts={counts} isOwner={isOwner} requestId={requestId} />
    </DeskPage>
  )
}
