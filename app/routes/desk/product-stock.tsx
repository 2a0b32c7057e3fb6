import { Fragment } from 'react'
import { data } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { receivePieces, recountPieces } from '~/features/stock/counting.commands.server.ts'
import { stockAt } from '~/features/stock/desk/desk.queries.server.ts'
import { ReceiveForm } from '~/features/stock/desk/ui/receive-form.tsx'
import { RecountForm, StockActs } from '~/features/stock/desk/ui/stock-forms.tsx'
import { StockShelf } from '~/features/stock/desk/ui/stock-shelf.tsx'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from '~/features/stock/ending.commands.server.ts'
import { takeWaitingCell } from '~/features/stock/feed-cells.commands.server.ts'
import { type StockDone, stockDoneOf, stockDoneTexts } from '~/features/stock/texts.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/product-stock'

/** The stock of a product; packers may view it, and count where the owner allows it (K21). */
export const loader = async ({ request, params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const stock = await stockAt(ctx.db, params.number)
  if (stock === undefined) throw data(null, { status: 404 })
  return {
    stock,
    isOwner: isShopOwner(actor),
    mayCount: mayCountStock(actor),
    done: stockDoneOf(new URL(request.url).searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const page = (done: StockDone) => ({
    at: params,
    done: (_: null, { number }: { readonly number: string }) =>
      href('/admin/products/:number/stock', { number: numberInAddress(number), done }),
  })
  return deskAction(context.get(appContext), request, {
    receive: press(receivePieces, page('received')),
    // 計算する, without script: the form again, with what the bolts give.
    reckon: press(receivePieces, { ...page('received'), first: () => ({ status: 200, answer: {} }) }),
    recount: press(recountPieces, page('counted')),
    'low-at': press(setLowAt, page('low-at')),
    'sell-out': press(sellOut, page('sold-out')),
    undo: press(undoSoldOut, page('undone')),
    feed: press(takeWaitingCell, page('fed')),
    uncount: press(stopCounting, page('uncounted')),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function ProductStock({ loaderData, actionData }: Route.ComponentProps) {
  const { stock, isOwner, mayCount, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, name, version } = stock
  const form = { stock, requestId, answer }
  return (
    <DeskPage title="在庫" back={href('/admin/products/:number', { number: numberInAddress(number) })}>
      <p>{`${name}（${number}）`}</p>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {stockDoneTexts[done]}
        </Notice>
      )}
      <StockShelf stock={stock} mayCount={mayCount} isOwner={isOwner} />
      {mayCount ? (
        <Fragment key={version}>
          <ReceiveForm {...form} />
          <RecountForm {...form} />
          <StockActs {...form} isOwner={isOwner} />
        </Fragment>
      ) : null}
      {mayCount ? (
        <ButtonLink look="secondary" to={href('/admin/stock')}>
          在庫の一覧
        </ButtonLink>
      ) : null}
    </DeskPage>
  )
}
