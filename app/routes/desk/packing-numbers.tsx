import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { type Carrier, isCarrier } from '~/features/orders/carriers.rules.ts'
import { carrierRows } from '~/features/orders/parcel/carrier-file.server.ts'
import { saveNumbers } from '~/features/orders/parcel/commands.server.ts'
import { doubtsNotShown, numbersIn } from '~/features/orders/parcel/form.server.ts'
import { matchedFile, numbersPage } from '~/features/orders/parcel/numbers.queries.server.ts'
import {
  joinedNumbers,
  type MatchedNumbers,
  mostAmbiguous,
  parcelsOfField,
  withNumbers,
} from '~/features/orders/parcel/numbers.rules.ts'
import { foreignFormText, leftOut, refusedFields } from '~/features/orders/parcel/texts.ts'
import { MatchResult, NumberForm } from '~/features/orders/parcel/ui/numbers.tsx'
import { PageLinks, pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import type { FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing-numbers'

interface NumbersAnswer extends FormAnswer {
  readonly pasted?: string
  readonly found?: MatchedNumbers
  readonly fileCarrier?: Carrier | null
  /** Orders whose fields held other numbers than the file's. */
  readonly added?: readonly string[]
  /** By order number. */
  readonly typed?: Readonly<Record<string, string>>
  readonly read?: readonly TypedParcel[]
  readonly ambiguous?: MatchedNumbers['ambiguous']
  readonly carrier?: string
}

const pageIn = (request: Request): string | null => new URL(request.url).searchParams.get('page')

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  return { ...(await numbersPage(ctx, pageIn(request))), requestId: ctx.newId() }
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
  const { orders, read, ambiguous } = numbersIn(form)
  const typed = Object.fromEntries(orders.map(({ number, tracking }) => [number, tracking]))
  const kept = { typed, carrier, read: readList(read), ambiguous }
  if (intent === 'match') {
    const file = await carrierRows(form)
    const pasted = fieldOf(form, 'pasted', 500_000)
    if (!file.ok)
      return data<NumbersAnswer>({ errors: { file: file.error }, pasted, ...kept }, { status: 422 })
    const found = await matchedFile(ctx, file.value, pageIn(request))
    const filled = filledBy(found, file.value.carrier, typed, read)
    return data<NumbersAnswer>({ ...kept, ...filled, ambiguous: allAmbiguous(found.ambiguous, ambiguous) })
  }
  const numbered = orders
    .filter(({ tracking }) => tracking !== '')
    .map(({ number, version, tracking }) => ({
      number,
      version,
      parcels: parcelsOfField(tracking, isCarrier(carrier) ? carrier : '', read),
    }))
  const fields = Object.fromEntries(numbered.map(({ number, parcels }) => [`tracking:${number}`, parcels]))
  const doubts = intent === 'ship' ? doubtsNotShown(form, fields) : null
  if (doubts !== null) return data<NumbersAnswer>({ errors: doubts, requestId, ...kept }, { status: 422 })
  const saved = await saveNumbers(ctx, actor, { requestId, orders: numbered, ship: intent === 'ship' })
  if (saved.refused.length === 0) throw redirect(href('/admin/packing'))
  // Without the request id: what is sent next is about the orders that are left, as they are now.
  return data<NumbersAnswer>(
    { left: leftOut(saved.refused), errors: refusedFields(saved), ...kept },
    { status: 409 },
  )
}

const readList = (read: ReadonlyMap<string, Carrier>): TypedParcel[] =>
  [...read].map(([tracking, carrier]) => ({ carrier, tracking }))

/** Those of this file and of the one before. */
const allAmbiguous = (now: MatchedNumbers['ambiguous'], before: MatchedNumbers['ambiguous']) =>
  [...now, ...before.filter(({ tracking }) => !now.some((row) => row.tracking === tracking))].slice(
    0,
    2 * mostAmbiguous,
  )

const filledBy = (
  found: MatchedNumbers,
  carrier: Carrier | null,
  typed: Readonly<Record<string, string>>,
  read: ReadonlyMap<string, Carrier>,
) => {
  const matched = Object.entries(found.matched)
  const filled = matched.map(
    ([number, trackings]) => [number, withNumbers(typed[number] ?? '', trackings)] as const,
  )
  const numbers = [
    ...matched.flatMap(([, trackings]) => trackings),
    ...found.ambiguous.map((row) => row.tracking),
  ]
  return {
    found,
    fileCarrier: carrier,
    typed: { ...typed, ...Object.fromEntries(filled) },
    added: filled.flatMap(([number, text]) =>
      text === joinedNumbers(found.matched[number] ?? []) ? [] : number,
    ),
    read: readList(
      carrier === null ? read : new Map([...read, ...numbers.map((number) => [number, carrier] as const)]),
    ),
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function PackingNumbers({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, total, page, pages, from, carrier, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const shown = answer?.carrier || carrier
  const filled = orders.map((order) => ({
    ...order,
    tracking: answer?.typed?.[order.number] ?? joinedNumbers(order.parcels.map(({ tracking }) => tracking)),
  }))
  const stored = orders.flatMap(({ parcels }) => parcels)
  const links = (label: string) => (
    <PageLinks
      label={label}
      page={page}
      pages={pages}
      to={(other) => href('/admin/packing/numbers', { page: pageParameter(other) })}
    />
  )
  return (
    <DeskPage title="番号を入れる" back={href('/admin/packing')}>
      {orders.length === 0 ? (
        <p>発送するものはありません。</p>
      ) : (
        <>
          {answer?.found === undefined ? null : (
            <MatchResult
              found={answer.found}
              carrier={answer.fileCarrier ?? shown}
              orders={filled}
              added={answer.added ?? []}
            />
          )}
          {pages === 1 ? null : (
            <Notice>
              発送するもの{total}件のうち、{from + 1}〜{from + orders.length}
              件目です。ほかのページへ移る前に、番号を保存してください。
            </Notice>
          )}
          {links('番号を入れるページ')}
          <NumberForm
            matched={`${page} ${JSON.stringify(answer?.found)}`}
            orders={filled}
            pasted={answer?.pasted ?? ''}
            carrier={shown}
            read={[...stored, ...(answer?.read ?? [])]}
            ambiguous={answer?.ambiguous ?? []}
            requestId={requestId}
            answer={answer}
          />
          {links('ほかのページ')}
        </>
      )}
    </DeskPage>
  )
}
