import { data } from 'react-router'
import { orderSheets } from '~/addresses.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { doneText, type ToldActs } from '~/kernel/facts.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { throwIfCancelled } from '../parcel/cancelled-order.server.ts'
import { setNotePrices, writeNote } from './commands.server.ts'
import { putMailAside, sendMailAgain } from './mails.commands.server.ts'
import { deskOrder } from './page.queries.server.ts'

/** The order with this number in any spelling, as its page and the panel beside the list show it; 404 when this person may not see it. */
export const orderShown = async (
  ctx: RequestContext,
  typedNumber: string,
  acts: ToldActs,
  { searchParams }: Pick<URL, 'searchParams'>,
) => {
  const actor = personAtDesk(ctx)
  await throwIfCancelled(ctx, typedNumber)
  const order = await readOrUnavailable(ctx, 'an order of the desk', (db) =>
    deskOrder(db, actor, typedNumber, ctx.now(), acts),
  )
  if (order === undefined) throw data(null, { status: 404 })
  const sheets = order.sheets.filter((sheet) => orderSheets.includes(sheet))
  return { order, sheets, done: doneText(acts, searchParams.get('done')), requestId: ctx.newId() }
}

/** Writes a note, sends a mail again or puts one aside, or decides whether the delivery note has prices; then leads to `to`. */
export const orderAction = async (
  ctx: RequestContext,
  request: Request,
  params: { readonly number: string },
  to: (order: { readonly number: string; readonly done: string }) => string,
) => {
  await throwIfCancelled(ctx, params.number)
  const page = (done: string) => ({
    at: params,
    done: (_: null, { number }: { readonly number: string }) => to({ number, done }),
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
