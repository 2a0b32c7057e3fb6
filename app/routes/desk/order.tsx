import { data, redirect } from 'react-router'
import { orderSheets } from '~/addresses.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { writeNote } from '~/features/orders/desk/commands.server.ts'
import { readNoteForm } from '~/features/orders/desk/form.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { nextSheet, orderDoneOf, orderDoneTexts, sheetNames } from '~/features/orders/desk/rules.ts'
import { OrderBody } from '~/features/orders/desk/ui/order-body.tsx'
import type { OrderAnswer } from '~/features/orders/desk/ui/order-notes.tsx'
import { sendMailAgain } from '~/features/orders/desk.commands.server.ts'
import { deskRefusals } from '~/features/orders/texts.ts'
import { href } from '~/href.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/order'

/** The order with this number in any spelling; 404 when this person may not see it. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const order = await readOrUnavailable(ctx, 'an order of the desk', (db) =>
    deskOrder(db, actor, params.number, ctx.now()),
  )
  if (order === undefined) throw data(null, { status: 404 })
  if (order.number !== params.number) throw redirect(href('/admin/orders/:number', { number: order.number }))
  const sheets = order.sheets.filter((sheet) => orderSheets.includes(sheet))
  return { order, sheets, done: orderDoneOf(url.searchParams.get('done')), requestId: ctx.newId() }
}

/** Writes a note, or sends a mail again. */
export const action = async ({ request, params: { number }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const sent = await formOf(request)
  const requestId = requestIdOf(sent)
  const form = fieldOf(sent, 'form')
  const text = fieldOf(sent, 'text')
  const told = { form, requestId, ...(form === 'note' ? { text } : {}) }
  const read = readNoteForm(sent)
  if (form === 'note' && !read.ok) return data<OrderAnswer>({ ...told, errors: read.error }, { status: 422 })
  const done =
    form === 'note' && read.ok
      ? await writeNote(ctx, actor, { requestId, number, ...read.value })
      : await sendMailAgain(ctx, actor, { requestId, number, kind: form })
  if (done.ok)
    return redirect(href('/admin/orders/:number', { number, done: form === 'note' ? 'noted' : 'mailed' }))
  const refusal = deskRefusals[done.error]
  if (refusal.status === 404) throw data(null, { status: 404 })
  return data<OrderAnswer>({ ...told, ...asFormAnswer(refusal) }, { status: refusal.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderOfDesk({ loaderData, actionData }: Route.ComponentProps) {
  const { order, sheets, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, standing } = order
  const next = nextSheet(standing, sheets)
  const sheetPath = (sheet: string) => `${href('/admin/orders/:number', { number })}/${sheet}`
  return (
    <DeskPage
      title={`注文 ${number}`}
      back={href('/admin/orders')}
      foot={
        next === undefined ? undefined : (
          <ButtonLink wide to={sheetPath(next)}>
            {sheetNames[next]}
          </ButtonLink>
        )
      }
    >
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {orderDoneTexts[done]}
        </Notice>
      )}
      <OrderBody
        order={order}
        sheets={sheets.filter((sheet) => sheet !== next)}
        pathOf={sheetPath}
        requestId={requestId}
        answer={answer}
      />
    </DeskPage>
  )
}
