import { data, redirect } from 'react-router'
import { orderSheets } from '~/addresses.ts'
import { toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { setNotePrices, writeNote } from '~/features/orders/desk/commands.server.ts'
import { putMailAside, sendMailAgain } from '~/features/orders/desk/mails.commands.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { nextSheet, sheetNames } from '~/features/orders/desk/rules.ts'
import { OrderBody } from '~/features/orders/desk/ui/order-body.tsx'
import { throwIfCancelled } from '~/features/orders/parcel/cancelled-order.server.ts'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { WaysToNeighbours } from '~/ui/ways-to-neighbours.tsx'
import type { Route } from './+types/order'

/** The order with this number in any spelling; 404 when this person may not see it. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  await throwIfCancelled(ctx, params.number)
  const order = await readOrUnavailable(ctx, 'an order of the desk', (db) =>
    deskOrder(db, actor, params.number, ctx.now(), toldActs),
  )
  if (order === undefined) throw data(null, { status: 404 })
  if (order.number !== params.number) throw redirect(href('/admin/orders/:number', { number: order.number }))
  const sheets = order.sheets.filter((sheet) => orderSheets.includes(sheet))
  return { order, sheets, done: doneText(toldActs, url.searchParams.get('done')), requestId: ctx.newId() }
}

/** Writes a note, sends a mail again or puts one aside, or decides whether the delivery note has prices. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  await throwIfCancelled(ctx, params.number)
  const page = (done: string) => ({
    at: params,
    done: (_: null, { number }: { readonly number: string }) =>
      href('/admin/orders/:number', { number, done }),
  })
  const mailAgain = press(sendMailAgain, page(sendMailAgain.act.name))
  return deskAction(ctx, request, {
    note: press(writeNote, page(writeNote.act.name)),
    prices: press(setNotePrices, page(setNotePrices.act.name)),
    order_confirmation: mailAgain,
    order_shipped: mailAgain,
    aside: press(putMailAside, page(putMailAside.act.name)),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderOfDesk({ loaderData, actionData }: Route.ComponentProps) {
  const { order, sheets, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, standing } = order
  const returned = order.owners?.returnToRefund ?? null
  const next = nextSheet(standing, sheets, returned !== null)
  const sheetPath = (sheet: string) =>
    sheet === 'refund' && returned !== null
      ? href('/admin/orders/:number/refund', { number, return: returned })
      : `${href('/admin/orders/:number', { number })}/${sheet}`
  const button =
    next === undefined ? undefined : (
      <ButtonLink wide to={sheetPath(next)}>
        {sheetNames[next]}
      </ButtonLink>
    )
  return (
    <DeskPage
      title={`注文 ${number}`}
      back={href('/admin/orders')}
      beside={<WaysToNeighbours of="注文" />}
      foot={button}
      showsFoot
    >
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <OrderBody
        order={order}
        next={button}
        sheets={sheets.filter((sheet) => sheet !== next)}
        pathOf={sheetPath}
        requestId={requestId}
        answer={answer}
      />
    </DeskPage>
  )
}
