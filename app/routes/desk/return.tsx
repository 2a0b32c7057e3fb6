import { data, redirect } from 'react-router'
import {
  oneLineField,
  ownersSheet,
  readForm,
  readWanted,
  refusedAnswer,
} from '~/features/orders/refund/form.server.ts'
import { announceReturn, changeReturn } from '~/features/orders/refund/returns.commands.server.ts'
import type { MoneyAnswer } from '~/features/orders/refund/types.ts'
import {
  OpenReturn,
  RefusedWithoutForm,
  ReturnForm,
  ReturnList,
} from '~/features/orders/refund/ui/return-forms.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
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

const changes = ['arrived', 'not-arrived', 'withdrawn'] as const

/** Announces a return, or records its outcome. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const { actor, sheet } = found
  const form = await formOf(request)
  const sent = { ...readForm(form), number: sheet.number }
  const to = changes.find((each) => each === oneLineField(form, 'to'))
  const units = readWanted(form, sheet.lines.length).lines.map((line) => line.units)
  const returnId = oneLineField(form, 'returnId')
  const condition = oneLineField(form, 'condition')
  const done =
    to === undefined
      ? await announceReturn(ctx, actor, { ...sent, units })
      : await changeReturn(ctx, actor, { ...sent, returnId, to, condition })
  if (done.ok) return redirect(href('/admin/orders/:number/return', { number: sheet.number }))
  const now = (await ownersSheet(ctx, params.number)) ?? found
  const { status, told } = refusedAnswer(form, done.error, now.sheet)
  return data<MoneyAnswer>(told, { status })
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
