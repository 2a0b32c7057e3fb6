import { data, redirect } from 'react-router'
import { orderSheets } from '~/addresses.ts'
import { toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { setNotePrices, writeNote } from '~/features/orders/desk/commands.server.ts'
import { putMailAside, sendMailAgain } from '~/features/orders/desk/mails.commands.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { OrderBody } from '~/features/orders/desk/ui/order-body.tsx'
import { sheetsAround } from '~/features/orders/desk/ui/order-next.tsx'
import { throwIfCancelled } from '~/features/orders/parcel/cancelled-order.server.ts'
import { href, isAt } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { queryOf } from '~/kernel/list-address.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { BesideList } from '~/ui/beside-list.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { useBackBeside } from '~/ui/open-beside.ts'
import { WaysToNeighbours } from '~/ui/ways-to-neighbours.tsx'
import type { Route } from './+types/order'

/** Where this order is shown: beside its list, whose query stays (W77), or on its page. */
const addressOf = ({ pathname, searchParams }: URL, number: string, done = ''): string => {
  if (!isAt(pathname, ['/admin/orders/beside/:number']))
    return href('/admin/orders/:number', { number, done })
  const list = [...searchParams].filter(([name]) => name !== 'done')
  return `${href('/admin/orders/beside/:number', { number })}${queryOf([...list, ['done', done]])}`
}

/** The order with this number in any spelling; 404 when this person may not see it. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  await throwIfCancelled(ctx, params.number)
  const order = await readOrUnavailable(ctx, 'an order of the desk', (db) =>
    deskOrder(db, actor, params.number, ctx.now(), toldActs),
  )
  if (order === undefined) throw data(null, { status: 404 })
  if (order.number !== params.number) throw redirect(addressOf(url, order.number))
  const sheets = order.sheets.filter((sheet) => orderSheets.includes(sheet))
  return {
    ...{ order, sheets, done: doneText(toldActs, url.searchParams.get('done')), requestId: ctx.newId() },
    isBeside: isAt(url.pathname, ['/admin/orders/beside/:number']),
  }
}

/** Writes a note, sends a mail again or puts one aside, or decides whether the delivery note has prices. */
export const action = ({ request, params, url, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const page = (done: string) => ({
    at: params,
    done: (_: null, { number }: { readonly number: string }) => addressOf(url, number, done),
  })
  const mailAgain = press(sendMailAgain, page(sendMailAgain.act.name))
  return deskAction(ctx, request, async () => {
    await throwIfCancelled(ctx, params.number)
    return {
      note: press(writeNote, page(writeNote.act.name)),
      prices: press(setNotePrices, page(setNotePrices.act.name)),
      order_confirmation: mailAgain,
      order_shipped: mailAgain,
      aside: press(putMailAside, page(putMailAside.act.name)),
    }
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderOfDesk({ loaderData, actionData }: Route.ComponentProps) {
  const { order, sheets, done, requestId, isBeside } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = order
  const around = sheetsAround(order, sheets)
  const page = href('/admin/orders/:number', { number })
  useBackBeside(page)
  const body = (
    <>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <OrderBody {...{ order, requestId, answer }} {...around} />
    </>
  )
  return isBeside ? (
    <BesideList key={number} of="注文" name={`注文 ${number}`} list={href('/admin/orders')} page={page}>
      {body}
    </BesideList>
  ) : (
    <DeskPage
      title={`注文 ${number}`}
      back={href('/admin/orders')}
      beside={<WaysToNeighbours of="注文" />}
      foot={around.next}
      showsFoot
    >
      {body}
    </DeskPage>
  )
}
