import { type TypedParcel, undoMinutes } from '~/features/orders/shipping.rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskMore } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { ParcelSheet } from '../rules.ts'
import css from './parcel.module.css'
import { ParcelFields, TickField } from './parcel-fields.tsx'

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
