import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { mostParcels } from '~/features/orders/carriers.rules.ts'
import { throwIfCancelled } from '~/features/orders/parcel/cancelled-order.server.ts'
import { saveParcel, unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { doubtsNotShown, faultField, parcelsInForm } from '~/features/orders/parcel/form.server.ts'
import { type ParcelSheet, parcelNames } from '~/features/orders/parcel/rules.ts'
import { parcelSheet } from '~/features/orders/parcel/sheet.queries.server.ts'
import { staleParcel } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/parcel.module.css'
import { ParcelFields, TickField } from '~/features/orders/parcel/ui/parcel-fields.tsx'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import { type TypedParcel, undoMinutes } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { href } from '~/href.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { fieldOf, formOf, requestIdOf, versionOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/ship'

/** A refused form of the sheet, with what was typed. */
export interface SheetAnswer extends FormAnswer {
  readonly intent: string
  readonly typed: {
    readonly parcels: readonly TypedParcel[]
    readonly shippedOn: string
    readonly note: string
    readonly mail: boolean
    readonly despiteDispute: boolean
  }
  /** A row for a further parcel was asked for. */
  readonly asksForMore?: boolean
  /** Of the order as it is now, after `stale`. */
  readonly version?: number
}

interface SheetProps {
  readonly sheet: ParcelSheet
  readonly requestId: string
  readonly answer: SheetAnswer | undefined
}

const asTyped = ({ parcels }: ParcelSheet): TypedParcel[] =>
  parcels.map(({ carrier, tracking }) => ({ carrier: carrier ?? '', tracking: tracking ?? '' }))

/** An order not shipped yet. */
export function ShipForm({ sheet, requestId, answer }: SheetProps) {
  const { recipient, number } = sheet
  if (sheet.hindrance !== null) return <Notice>{answer?.failure ?? sheet.hindrance}</Notice>
  return (
    <DeskForm
      requestId={requestId}
      version={answer?.version ?? sheet.version}
      answer={answer}
      failed="発送済みにできませんでした。"
      sentence={`${recipient}の注文 ${number} を発送済みにし、${undoMinutes}分後に発送のメールを送ります。`}
      button="発送済みにする"
      busy="発送済みにしています…"
    >
      <EnterSubmits intent="ship" />
      <input type="hidden" name="intent" value="ship" />
      <ParcelFields
        parcels={answer?.typed.parcels ?? asTyped(sheet)}
        errors={answer?.errors}
        asksForMore={answer?.asksForMore ?? false}
        doubts
      />
      {sheet.isContested || answer?.errors?.despiteDispute !== undefined ? (
        <TickField
          name="despiteDispute"
          isOn={answer?.typed.despiteDispute ?? false}
          error={answer?.errors?.despiteDispute}
        >
          それでも発送する（カード会社から異議申し立てを受けています）
        </TickField>
      ) : null}
    </DeskForm>
  )
}

/** A shipped order with its acts. */
export function ShippedSheet(props: SheetProps) {
  const { sheet, answer } = props
  return (
    <>
      <div className={css.facts}>
        <p>
          {sheet.recipient} {sheet.shippedAt === null ? '' : `${deskMoment(sheet.shippedAt)} 発送`}
        </p>
        {sheet.parcel === '' ? null : <p>{sheet.parcel}</p>}
        {sheet.warning === null ? null : <p className={css.warning}>{sheet.warning}</p>}
      </div>
      {answer?.intent === 'ship' && answer.failure !== undefined ? (
        <Notice kind="error">{answer.failure}</Notice>
      ) : null}
      {sheet.canUndo ? <Undo {...props} /> : null}
      <DeskMore
        name="配送会社・番号・発送日を直す"
        className={css.more}
        isOpen={answer?.intent === 'save' || !sheet.canUndo}
      >
        {/* After a correction it begins anew: the mail was meant for that one. */}
        <Correction key={sheet.version} {...props} />
      </DeskMore>
      <DeskMore name="発送を取り消す" className={css.more} isOpen={answer?.intent === 'unship'}>
        <Unship {...props} />
      </DeskMore>
    </>
  )
}

function Undo({ sheet, requestId, answer }: SheetProps) {
  return (
    <FormCard
      failed="元に戻せませんでした。"
      failure={answer?.intent === 'undo' ? (answer.failure ?? answer.errors?.note) : undefined}
    >
      <Hidden requestId={`${requestId}-undo`} version={answer?.version ?? sheet.version} intent="undo" />
      <p>{`発送のメールはまだ送っていません。${undoMinutes}分のあいだは、なかったことにできます。`}</p>
      <SubmitButton look="secondary" busy="戻しています…">
        元に戻す
      </SubmitButton>
    </FormCard>
  )
}

function Hidden(fields: { readonly requestId: string; readonly version: number; readonly intent: string }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

function Correction({ sheet, requestId, answer }: SheetProps) {
  const own = answer?.intent === 'save' ? answer : undefined
  return (
    <FormCard failed="直せませんでした。" failure={own?.failure}>
      <Hidden requestId={`${requestId}-save`} version={answer?.version ?? sheet.version} intent="save" />
      <EnterSubmits intent="save" />
      <ParcelFields
        parcels={own?.typed.parcels ?? asTyped(sheet)}
        errors={own?.errors}
        asksForMore={own?.asksForMore ?? false}
      />
      <TextField
        name="shippedOn"
        type="date"
        label="発送日"
        required
        defaultValue={own?.typed.shippedOn ?? sheet.shippedOn ?? ''}
        error={own?.errors?.shippedOn}
      />
      {sheet.canUndo ? null : (
        <TickField name="mail" isOn={own?.typed.mail ?? false}>
          お客様へ発送のメールをもう一度送る
        </TickField>
      )}
      <SubmitButton busy="直しています…">この内容に直す</SubmitButton>
    </FormCard>
  )
}

function Unship({ sheet, requestId, answer }: SheetProps) {
  const own = answer?.intent === 'unship' ? answer : undefined
  return (
    <FormCard failed="発送を取り消せませんでした。" failure={own?.failure}>
      <Hidden requestId={`${requestId}-unship`} version={answer?.version ?? sheet.version} intent="unship" />
      <TextArea
        name="note"
        label="理由（お店のメモ）"
        rows={3}
        required
        defaultValue={own?.typed.note}
        error={own?.errors?.note}
        hint="お客様には見えません。"
      />
      <TickField name="mail" isOn={own?.typed.mail ?? false}>
        お客様へ「発送のお知らせを取り消します」のメールを送る
      </TickField>
      <SubmitButton look="danger" busy="取り消しています…">
        発送を取り消す
      </SubmitButton>
    </FormCard>
  )
}

/** The parcels of one order; 404 when there is none or a packer may not see it. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  await throwIfCancelled(ctx, params.number)
  const sheet = actor.kind === 'desk' ? await parcelSheet(ctx, actor, params.number) : undefined
  if (sheet === undefined) throw data(null, { status: 404 })
  return { sheet, requestId: ctx.newId() }
}

/** Ships the parcels, undoes that, corrects them, draws a row for one more, or reverts a shipping with a note. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  await throwIfCancelled(ctx, params.number)
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
