import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { mostParcels } from '~/features/orders/carriers.rules.ts'
import { doubtsNotShown, faultField, parcelsInForm } from '~/features/orders/parcel/form.server.ts'
import { parcelNames } from '~/features/orders/parcel/rules.ts'
import { parcelSheet } from '~/features/orders/parcel/sheet.queries.server.ts'
import { staleParcel } from '~/features/orders/parcel/texts.ts'
import { type SheetAnswer, ShipForm, ShippedSheet } from '~/features/orders/parcel/ui/parcel-sheet.tsx'
import { saveParcel, unshipOrder } from '~/features/orders/parcel.commands.server.ts'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { href } from '~/href.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf, formOf, requestIdOf, versionOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/ship'

/** The parcels of one order; 404 when there is none or a packer may not see it. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const sheet = actor.kind === 'desk' ? await parcelSheet(ctx, actor, params.number) : undefined
  if (sheet === undefined) throw data(null, { status: 404 })
  return { sheet, requestId: ctx.newId() }
}

/** Ships the parcels, undoes that, corrects them, draws a row for one more, or reverts a shipping with a note. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const form = await formOf(request)
  const intent = fieldOf(form, 'intent')
  const typed = typedIn(form)
  const kept = { intent, typed, requestId: requestIdOf(form) || ctx.newId() }
  if (form.has('more')) return data<SheetAnswer>({ ...kept, typed: withOneMore(typed), asksForMore: true })
  const fields = Object.fromEntries(typed.parcels.map((parcel, at) => [parcelNames(at).tracking, [parcel]]))
  const doubts = intent === 'ship' ? doubtsNotShown(form, fields) : null
  if (doubts !== null) return data<SheetAnswer>({ errors: doubts, ...kept }, { status: 422 })
  const done = await act(ctx, actor, { form, intent, typed, number: params.number })
  if (done.ok)
    return redirect(
      intent === 'ship' || intent === 'undo'
        ? href('/admin/packing', intent === 'undo' ? { done: 'undone' } : {})
        : href('/admin/orders/:number/ship', { number: params.number }),
    )
  const refusal = parcelRefusals[done.error]
  if (refusal.status === 404) throw data(null, { status: 404 })
  const now = done.error === 'stale' ? await parcelSheet(ctx, actor, params.number) : undefined
  const field = faultField(typed.parcels, done.error)
  const shown = asFormAnswer(field === undefined ? refusal : { ...refusal, field })
  const stale = now === undefined ? {} : { stale: staleParcel(typed, now), version: now.version }
  return data<SheetAnswer>({ ...shown, ...stale, ...kept }, { status: refusal.status })
}

const typedIn = (form: FormData) => ({
  parcels: parcelsInForm(form),
  shippedOn: fieldOf(form, 'shippedOn'),
  note: fieldOf(form, 'note', 5_000),
  mail: fieldOf(form, 'mail') !== '',
  despiteDispute: fieldOf(form, 'despiteDispute') !== '',
})

/** A row for a further parcel, which mostly goes with the same carrier. */
const withOneMore = (typed: ReturnType<typeof typedIn>) => ({
  ...typed,
  parcels: [...typed.parcels, { carrier: typed.parcels.at(-1)?.carrier ?? '', tracking: '' }].slice(
    0,
    mostParcels,
  ),
})

const act = async (
  ctx: Parameters<typeof shipOrder>[0],
  actor: DeskPerson,
  sent: {
    readonly form: FormData
    readonly intent: string
    readonly typed: ReturnType<typeof typedIn>
    readonly number: string
  },
) => {
  const { form, intent, typed, number } = sent
  const requestId = requestIdOf(form)
  const { parcels, shippedOn, note, mail, despiteDispute } = typed
  const of = { requestId, number, version: versionOf(form) }
  if (intent === 'undo') return unshipOrder(ctx, actor, { ...of, note: '', mail: false })
  if (intent === 'unship')
    return note.trim() === ''
      ? ({ ok: false, error: 'note-missing' } as const)
      : unshipOrder(ctx, actor, { ...of, note, mail })
  // An order that is not shipped has no such field.
  if (intent === 'save' && form.has('shippedOn') && shippedOn === '')
    return { ok: false, error: 'bad-date' } as const
  if (intent === 'save') return saveParcel(ctx, actor, { ...of, parcels, shippedOn, mail })
  return shipOrder(ctx, actor, { ...of, parcels, despiteDispute })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Ship({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const Sheet = sheet.shippedAt === null ? ShipForm : ShippedSheet
  return (
    <DeskPage title={`発送 ${sheet.number}`} back={href('/admin/packing')}>
      <Sheet sheet={sheet} requestId={requestId} answer={answer} />
    </DeskPage>
  )
}
