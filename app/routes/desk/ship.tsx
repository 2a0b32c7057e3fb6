import { data } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { mostParcels } from '~/features/orders/carriers.rules.ts'
import { throwIfCancelled } from '~/features/orders/parcel/cancelled-order.server.ts'
import { saveParcel, unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { askedOfParcels } from '~/features/orders/parcel/numbers-asked.queries.server.ts'
import { mergedRows, type ParcelSheet, parcelRows, presentParcels } from '~/features/orders/parcel/rules.ts'
import { parcelSheet } from '~/features/orders/parcel/sheet.queries.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import css from '~/features/orders/parcel/ui/parcel.module.css'
import { ParcelFields, TickField } from '~/features/orders/parcel/ui/parcel-fields.tsx'
import { type TypedParcel, undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { appContext } from '~/services.server.ts'
import { ValueFields } from '~/ui/chosen-above.tsx'
import { type DeskAnswer, DeskForm, EnterSubmits } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { MergedFields } from '~/ui/merged-fields.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/ship'

/** What the sheet shows of a form that it does not leave. */
interface More {
  /** A row for a further parcel was asked for. */
  readonly asksForMore?: boolean
  /** Which other orders have its numbers, in words. */
  readonly twins?: Readonly<Record<string, string>>
}

export type SheetAnswer = DeskAnswer & { readonly more?: More }

interface SheetProps {
  readonly sheet: ParcelSheet
  readonly drawn: string
  readonly requestId: string
  readonly answer: SheetAnswer | undefined
}

const asTyped = ({ parcels }: ParcelSheet): TypedParcel[] =>
  parcels.map(({ carrier, tracking }) => ({ carrier: carrier ?? '', tracking: tracking ?? '' }))

/** The fields as they were typed, or as they are stored; a further parcel mostly goes with the same carrier. */
const parcelFields = (sheet: ParcelSheet, answer: SheetAnswer | undefined) => {
  const { typed: fields = {}, isRedrawn = false } = answer ?? {}
  const typed = isRedrawn ? mergedRows(fields) : parcelRows(new Map(Object.entries(fields)))
  const asksForMore = answer?.more?.asksForMore ?? false
  const further = asksForMore ? [{ carrier: typed.at(-1)?.carrier ?? '', tracking: '' }] : []
  return {
    parcels: typed.length === 0 ? asTyped(sheet) : [...typed, ...further].slice(0, mostParcels),
    errors: answer?.errors,
    twins: { ...sheet.twins, ...answer?.more?.twins },
    oldNumbers: sheet.hasOldNumber ? sheet.parcels.flatMap(({ tracking }) => tracking ?? []) : [],
    asksForMore,
  }
}

/** An order not shipped yet. */
export function ShipForm({ sheet, drawn, requestId, answer }: SheetProps) {
  const { recipient, number } = sheet
  if (sheet.hindrance !== null) return <Notice>{answer?.failure ?? sheet.hindrance}</Notice>
  return (
    <DeskForm
      requestId={requestId}
      version={sheet.version}
      drawn={drawn}
      answer={answer}
      failed="発送済みにできませんでした。"
      sentence={`${recipient}の注文 ${number} を発送済みにし、${undoMinutes}分後に発送のメールを送ります。`}
      button="発送済みにする"
      busy="発送済みにしています…"
    >
      <EnterSubmits intent="ship" />
      <input type="hidden" name="intent" value="ship" />
      <ValueFields name="parcels">
        <ParcelFields {...parcelFields(sheet, answer)} doubts />
      </ValueFields>
      {sheet.isContested || answer?.errors?.despiteDispute !== undefined ? (
        <TickField
          name="despiteDispute"
          isOn={answer?.typed.despiteDispute !== undefined}
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
      {answer?.act === 'ship' && answer.failure !== undefined ? (
        <Notice kind="error">{answer.failure}</Notice>
      ) : null}
      {sheet.canUndo ? <Undo {...props} /> : null}
      <DeskMore
        name="配送会社・番号・発送日を直す"
        className={css.more}
        isOpen={answer?.act === 'save' || !sheet.canUndo}
      >
        {/* After a correction it begins anew: the mail was meant for that one. */}
        <Correction key={sheet.version} {...props} />
      </DeskMore>
      <DeskMore name="発送を取り消す" className={css.more} isOpen={answer?.act === 'unship'}>
        <Unship {...props} />
      </DeskMore>
    </>
  )
}

function Undo(props: SheetProps) {
  const own = props.answer?.act === 'undo' ? props.answer : undefined
  return (
    <FormCard failed="元に戻せませんでした。" failure={own?.failure ?? own?.errors?.note}>
      <Hidden {...props} intent="undo" />
      <p>{`発送のメールはまだ送っていません。${undoMinutes}分のあいだは、なかったことにできます。`}</p>
      <SubmitButton look="secondary" busy="戻しています…">
        元に戻す
      </SubmitButton>
    </FormCard>
  )
}

function Hidden({ sheet, requestId, answer, intent }: SheetProps & { readonly intent: string }) {
  const own = answer?.act === intent ? answer : undefined
  const fields = {
    requestId: own?.requestId ?? `${requestId}-${intent}`,
    ...(intent === 'save' ? {} : { version: sheet.version }),
    intent,
  }
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

function Correction(props: SheetProps) {
  const { sheet, drawn, answer } = props
  const own = answer?.act === 'save' ? answer : undefined
  return (
    <FormCard failed="直せませんでした。" failure={own?.failure}>
      <Hidden {...props} intent="save" />
      <EnterSubmits intent="save" />
      <MergedFields version={own?.version ?? sheet.version} drawn={own?.drawn ?? drawn} answer={own}>
        <ValueFields name="parcels">
          <ParcelFields {...parcelFields(sheet, own)} />
        </ValueFields>
        <TextField
          name="shippedOn"
          type="date"
          label="発送日"
          required
          defaultValue={own?.typed.shippedOn ?? sheet.shippedOn ?? ''}
          error={own?.errors?.shippedOn}
        />
        {sheet.canUndo ? null : (
          <TickField name="mail" isOn={own?.typed.mail !== undefined}>
            お客様へ発送のメールをもう一度送る
          </TickField>
        )}
      </MergedFields>
      <SubmitButton busy="直しています…">この内容に直す</SubmitButton>
    </FormCard>
  )
}

function Unship(props: SheetProps) {
  const own = props.answer?.act === 'unship' ? props.answer : undefined
  return (
    <FormCard failed="発送を取り消せませんでした。" failure={own?.failure}>
      <Hidden {...props} intent="unship" />
      <TextArea
        name="note"
        label="理由（お店のメモ）"
        rows={3}
        required
        defaultValue={own?.typed.note}
        error={own?.errors?.note}
        hint="お客様には見えません。"
      />
      <TickField name="mail" isOn={own?.typed.mail !== undefined}>
        お客様へ「発送のお知らせを取り消します」のメールを送る
      </TickField>
      <SubmitButton look="danger" busy="取り消しています…">
        発送を取り消す
      </SubmitButton>
    </FormCard>
  )
}

/** What a press has done that leads back to the sheet. */
const told = { saved: 'この内容に直しました。', unshipped: '発送を取り消しました。' } as const

/** The parcels of one order; 404 when there is none or a packer may not see it. */
export const loader = async ({ params, url: { searchParams }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  await throwIfCancelled(ctx, params.number)
  const sheet = actor.kind === 'desk' ? await parcelSheet(ctx, actor, params.number) : undefined
  if (sheet === undefined) throw data(null, { status: 404 })
  const done = searchParams.get('done')
  const message = done === 'saved' || done === 'unshipped' ? told[done] : null
  return { sheet, drawn: drawnWith(presentParcels(sheet)), message, requestId: ctx.newId() }
}

/** Ships the parcels, undoes that, corrects them, draws a row for one more, or reverts a shipping with a note. */
export const action = ({ request, params: at, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const sheet = (done: keyof typeof told) => href('/admin/orders/:number/ship', { ...at, done })
  const first =
    (isShipping: boolean) =>
    async (
      _ctx: AppContext,
      { parcels }: { readonly parcels: readonly TypedParcel[] },
      form: FormData,
    ): Promise<Shown<More> | null> =>
      form.has('more')
        ? { status: 200, answer: {}, more: { asksForMore: true } }
        : askedOfParcels(ctx, personAtDesk(ctx), { form, number: at.number, parcels, isShipping })
  const all = {
    ship: press(shipOrder, { at, first: first(true), done: () => href('/admin/packing') }),
    save: press(saveParcel, { at, first: first(false), done: () => sheet('saved') }),
    undo: press(unshipOrder, { at, done: () => href('/admin/packing', { done: 'undone' }) }),
    unship: press(unshipOrder, { at, done: () => sheet('unshipped') }),
  }
  const presses = async () => {
    await throwIfCancelled(ctx, at.number)
    return all
  }
  return deskAction<RequestContext, More>(ctx, request, presses, 'intent')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Ship({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, drawn, message, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const Sheet = sheet.shippedAt === null ? ShipForm : ShippedSheet
  return (
    <DeskPage title={`発送 ${sheet.number}`} back={href('/admin/packing')}>
      {message === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {message}
        </Notice>
      )}
      <Sheet sheet={sheet} drawn={drawn} requestId={requestId} answer={answer} />
    </DeskPage>
  )
}
