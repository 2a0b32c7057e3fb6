import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import {
  announceReturn,
  receiveReturn,
  unreceiveReturn,
  withdrawReturn,
} from '~/features/orders/refund/returns.commands.server.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import {
  OpenReturn,
  RefusedWithoutForm,
  ReturnForm,
  ReturnList,
} from '~/features/orders/refund/ui/return-forms.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/return'

/** The returns of one order; 404 for everybody but the owner. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  return { sheet: found.sheet, requestId: ctx.newId() }
}

/** Announces a return, or records its outcome. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const page = {
    at: params,
    done: (_: null, { number }: { readonly number: string }) =>
      href('/admin/orders/:number/return', { number }),
  }
  const presses = {
    '': press(announceReturn, page),
    arrived: press(receiveReturn, page),
    'not-arrived': press(unreceiveReturn, page),
    withdrawn: press(withdrawReturn, page),
  }
  return deskAction(context.get(appContext), request, presses, 'to')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Return({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  const open = sheet.returns.find(({ arrivedAt }) => arrivedAt === null)
  const given = { sheet, requestId, answer }
  return (
    <DeskPage title={`返品 ${number}`} back={href('/admin/orders/:number', { number })}>
      <RefusedWithoutForm {...given} />
      <ReturnList {...given} />
      {open !== undefined ? (
        <OpenReturn key={open.id} {...given} open={open} />
      ) : sheet.isShipped ? (
        <>
          <h2>返品を受けつける</h2>
          <ReturnForm {...given} />
        </>
      ) : (
        <Notice>返品は、発送した注文で受けつけます。発送する前なら、取り消しか返金をしてください。</Notice>
      )}
    </DeskPage>
  )
}
