import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk-access/at-desk.server.ts'
import { isCarrier } from '~/features/orders/carriers.rules.ts'
import { carrierRows, fileFailures } from '~/features/parcels/carrier-file.server.ts'
import { saveNumbers } from '~/features/parcels/commands.server.ts'
import { doubtsNotShown, ordersOf } from '~/features/parcels/form.server.ts'
import { type MatchedNumbers, matchedNumbers } from '~/features/parcels/numbers.rules.ts'
import { numbersPage } from '~/features/parcels/queries.server.ts'
import { foreignFormText, refusedFields, refusedText } from '~/features/parcels/texts.ts'
import { MatchResult, NumberForm } from '~/features/parcels/ui/numbers.tsx'
import { href } from '~/href.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing-numbers'

interface NumbersAnswer extends DeskAnswer {
  readonly pasted?: string
  readonly found?: MatchedNumbers
  /** By order number. */
  readonly typed?: Readonly<Record<string, string>>
  readonly carrier?: string
}

export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  return { ...(await numbersPage(ctx)), requestId: ctx.newId() }
}

/** Matches tracking numbers with orders, stores them, or ships with them. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const form = await formOf(request)
  const intent = fieldOf(form, 'intent')
  const requestId = requestIdOf(form)
  if (requestId === '') return data<NumbersAnswer>({ failure: foreignFormText }, { status: 400 })
  const carrier = fieldOf(form, 'carrier')
  const orders = ordersOf(form).map((order) => ({
    ...order,
    tracking: fieldOf(form, `tracking:${order.number}`, 100).trim(),
  }))
  const typed = Object.fromEntries(orders.map(({ number, tracking }) => [number, tracking]))
  const kept = { typed, carrier }
  if (intent === 'match') {
    const rows = await carrierRows(form)
    const pasted = fieldOf(form, 'pasted', 200_000)
    if (!rows.ok)
      return data<NumbersAnswer>(
        { errors: { file: fileFailures[rows.error] }, pasted, ...kept },
        { status: 422 },
      )
    const toShip = (await numbersPage(ctx)).orders.map(({ number }) => number)
    const found = matchedNumbers(rows.value, new Set(toShip))
    return data<NumbersAnswer>({ found, ...kept, typed: { ...typed, ...found.matched } })
  }
  const numbers = Object.fromEntries(orders.map(({ number, tracking }) => [`tracking:${number}`, tracking]))
  const doubts = intent === 'ship' ? doubtsNotShown(form, carrier, numbers) : null
  if (doubts !== null) return data<NumbersAnswer>({ errors: doubts, requestId, ...kept }, { status: 422 })
  const saved = await saveNumbers(ctx, actor, {
    requestId,
    orders: orders.filter(({ tracking }) => tracking !== ''),
    carrier: isCarrier(carrier) ? carrier : '',
    ship: intent === 'ship',
  })
  if (saved.refused.length === 0) throw redirect(href('/admin/packing'))
  // Without the request id: what is sent next is about the orders that are left, as they are now.
  return data<NumbersAnswer>(
    { failure: refusedText(saved), errors: refusedFields(saved), ...kept },
    { status: 409 },
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function PackingNumbers({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, leftOut, carrier, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const filled = orders.map((order) => ({
    ...order,
    tracking: answer?.typed?.[order.number] ?? order.tracking,
  }))
  return (
    <DeskPage title="番号を入れる" back={href('/admin/packing')}>
      {orders.length === 0 ? (
        <p>発送するものはありません。</p>
      ) : (
        <>
          {answer?.found === undefined ? null : <MatchResult found={answer.found} />}
          {leftOut === 0 ? null : (
            <Notice>ほかに{leftOut}件あります。ここの分を発送すると、続きが出ます。</Notice>
          )}
          <NumberForm
            matched={JSON.stringify(answer?.found?.matched)}
            orders={filled}
            pasted={answer?.pasted ?? ''}
            carrier={answer?.carrier || carrier}
            requestId={requestId}
            answer={answer}
          />
        </>
      )}
    </DeskPage>
  )
}
