import { Fragment } from 'react'
import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { numberInAddress, numbersWritten } from '~/features/products/rules.ts'
import { actOnStockForm, type StockAnswer } from '~/features/stock/desk/act.server.ts'
import { deskStock } from '~/features/stock/desk/desk.queries.server.ts'
import { ReceiveForm } from '~/features/stock/desk/ui/receive-form.tsx'
import { RecountForm, StockActs } from '~/features/stock/desk/ui/stock-forms.tsx'
import { StockShelf } from '~/features/stock/desk/ui/stock-shelf.tsx'
import { stockDoneOf, stockDoneTexts } from '~/features/stock/texts.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/product-stock'

const stockOf = async ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  for (const number of numbersWritten(params.number)) {
    const stock = await deskStock(ctx.db, number)
    if (stock !== undefined) return { ctx, actor, stock }
  }
  throw data(null, { status: 404 })
}

/** The stock of a product; packers may view it, and count where the owner allows it (K21). */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, actor, stock } = await stockOf(args)
  return {
    stock,
    isOwner: isShopOwner(actor),
    mayCount: mayCountStock(actor),
    done: stockDoneOf(new URL(args.request.url).searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor, stock } = await stockOf(args)
  if (!mayCountStock(actor)) throw data(null, { status: 404 })
  const form = await formOf(args.request)
  const acted = await actOnStockForm(ctx, actor, stock, form)
  if (!acted.ok) return data<StockAnswer>(acted.error.answer, { status: acted.error.status })
  const number = numberInAddress(stock.number)
  return redirect(href('/admin/products/:number/stock', { number, done: acted.value }))
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
