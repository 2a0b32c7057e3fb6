import { type RefObject, useEffect, useRef } from 'react'
import {
  type Carrier,
  carrierNames,
  carriers,
  isCarrier,
  parcelsText,
  shownTracking,
} from '~/features/orders/carriers.rules.ts'
import type { TakenBack, TypedParcel } from '~/features/orders/shipping.rules.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFileKey } from '~/ui/use-file-key.ts'
import { eachItsOwn, longestNumbers, type NumberRow, parcelsOfRow } from '../number-rows.rules.ts'
import { type MatchedNumbers, numberDoubts } from '../numbers.rules.ts'
import { oldNumberText } from '../texts.ts'
import css from './labels.module.css'
import { CarrierRead, Doubted } from './parcel-fields.tsx'
import { ShipNumbered } from './ship-numbered.tsx'

/** An order with its row as it was typed, or as it is stored. */
export interface NumberedOrder extends NumberRow {
  readonly recipient: string
  readonly version: number
  /** What its row says while nothing is typed. */
  readonly was: string
  /** How its last shipping was taken back, with the number that it still has. */
  readonly back: TakenBack | null
  readonly isPacked: boolean
}

/** Input for the carrier program's output, pasted or as a file. In the same form as the numbers, which stay as they are typed. */
function NumberFile({ error, pasted }: { readonly error: string | undefined; readonly pasted: string }) {
  const fileKey = useFileKey()
  return (
    <section className={css.fromCarrier} aria-label="配送会社のファイル">
      <label className={`stack-3 ${css.upload}`}>
        <strong>配送会社のファイル</strong>
        <input key={fileKey} type="file" name="file" accept=".csv,.txt,text/csv" />
      </label>
      <TextArea
        name="pasted"
        label="または、ここに貼り付ける"
        rows={3}
        defaultValue={pasted}
        error={error}
        hint="B2クラウド・e飛伝Ⅲ・クリックポスト・ゆうプリRのデータか、「注文番号,お問い合わせ番号」の2列。照らし合わせるだけでは何も変わりません。"
      />
      <SubmitButton
        look="secondary"
        name="intent"
        value="match"
        busy="照らし合わせています…"
        failed="照らし合わせられませんでした。"
      >
        照らし合わせる
      </SubmitButton>
    </section>
  )
}

/** What a file brought, with the names of its orders; each row without an order is told. */
export function MatchResult({
  found,
  carrier,
  orders,
  added,
}: {
  readonly found: MatchedNumbers
  readonly carrier: string
  readonly orders: readonly NumberedOrder[]
  /** Orders whose fields held other numbers before. */
  readonly added: readonly string[]
}) {
  const { matched, byAddress, ambiguous, unmatched } = found
  const nameOf = (number: string) => orders.find((order) => order.number === number)?.recipient ?? ''
  const doubts = Object.entries(
    numberDoubts(
      Object.fromEntries(
        Object.entries(matched).map(([number, trackings]) => [
          number,
          trackings.map((tracking) => ({ carrier, tracking })),
        ]),
      ),
    ),
  )
  const isSeveral = Object.values(matched).some((trackings) => trackings.length > 1)
  return (
    <section aria-labelledby="match-result" className={css.result}>
      <h2 id="match-result">{Object.keys(matched).length}件が合いました</h2>
      <p>
        下の欄に入れました。確かめてから保存してください。
        {isSeveral ? '番号が2つ以上ある注文は、荷物もその数になります。' : ''}
      </p>
      {byAddress.length === 0 ? null : (
        <>
          <p>郵便番号とお名前で合わせました。お届け先が合っているか、見てください。</p>
          <ul className={css.unmatched}>
            {byAddress.map(({ tracking, name, postalCode, number }) => (
              <li key={tracking}>
                {shownTracking(tracking)}：{name}（〒{postalCode}）→ {nameOf(number)}（{number}）
              </li>
            ))}
          </ul>
        </>
      )}
      {ambiguous.length === 0 ? null : (
        <Notice kind="error">
          どの注文の荷物か決められない番号 {ambiguous.length}件。下の枠で選んでください。
        </Notice>
      )}
      {added.length === 0 ? null : (
        <Notice>
          前から入っていた番号も残しました：
          {added.map((number) => `${nameOf(number)}（${number}）`).join('、')}
        </Notice>
      )}
      {doubts.length === 0 ? null : (
        <Notice kind="error">
          確かめる番号 {doubts.length}件
          <ul className={css.unmatched}>
            {doubts.map(([number, doubt]) => (
              <li key={number}>
                {nameOf(number)}（{number}）：{doubt}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unmatched.length === 0 ? null : (
        <Notice kind="error">
          合わなかった行 {unmatched.length}件
          <ul className={css.unmatched}>
            {unmatched.map(({ order, tracking, name, postalCode, why }, at) => (
              <li key={`${order} ${tracking} ${at}`}>
                {order !== '' ? order : name === '' ? '（注文番号なし）' : `${name}（〒${postalCode}）`}・
                {tracking === '' ? '（番号なし）' : tracking}：{why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}

/** Numbers that fit several orders, each put to one of them by hand. */
function Ambiguous({
  rows,
  orders,
}: {
  readonly rows: MatchedNumbers['ambiguous']
  readonly orders: readonly NumberedOrder[]
}) {
  if (rows.length === 0) return null
  return (
    <fieldset className={css.ambiguous}>
      <legend>どの注文の荷物か選ぶ番号 {rows.length}件</legend>
      <p>郵便番号とお名前が同じ注文が、2つ以上あります。選んだものだけを保存します。</p>
      <input type="hidden" name="ambiguous" value={JSON.stringify(rows)} />
      {rows.map(({ tracking, name, postalCode, numbers }) => (
        <label key={tracking} className={css.field}>
          {shownTracking(tracking)}　{name}（〒{postalCode}）
          <select name={`choose:${tracking}`} defaultValue="">
            <option value="">選ばない</option>
            {numbers.map((number) => (
              <option key={number} value={number}>
                {number} {orders.find((order) => order.number === number)?.recipient}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  )
}

/** What a form of numbers is drawn from. */
export interface NumbersProps {
  readonly orders: readonly NumberedOrder[]
  /** The carrier of rows that say 上と同じ. */
  readonly above: string
  /** Numbers whose carrier a file or the order tells. */
  readonly read: readonly TypedParcel[]
  readonly ambiguous: MatchedNumbers['ambiguous']
  /** Which other orders have a number, in words. */
  readonly twins: Readonly<Record<string, string>>
  readonly requestId: string
  readonly answer: FormAnswer | undefined
}

export const carriersRead = (read: readonly TypedParcel[]): ReadonlyMap<string, Carrier> =>
  new Map(read.flatMap(({ carrier, tracking }) => (isCarrier(carrier) ? [[tracking, carrier] as const] : [])))

/** Sends a row as it is, for a form that shows no field for it. */
export function HiddenRow({
  order,
  isWhole = false,
}: {
  readonly order: NumberedOrder
  readonly isWhole?: boolean
}) {
  const { number, version, was, tracking, carrier } = order
  const fields = { version, was, ...(isWhole ? { tracking, carrier } : {}) }
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={`${name}:${number}`} value={value} />
  ))
}

export function NumberForm({
  pasted,
  orders,
  above,
  read,
  ambiguous,
  twins,
  requestId,
  answer,
  matched,
}: NumbersProps & {
  readonly pasted: string
  /** The fields are drawn anew when it changes. */
  readonly matched: string | undefined
}) {
  const known = carriersRead(read)
  const fields = Object.fromEntries(orders.map((row) => [row.number, parcelsOfRow(row, above, known)]))
  const doubts = numberDoubts(fields, twins)
  const rows = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useNextRowOnEnter(rows, end)
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="番号を保存できませんでした。"
      encType="multipart/form-data"
      sentence="変えた欄だけを保存します。番号を消して保存すると、その番号はなくなります。"
      button="番号を保存する"
      busy="保存しています…"
    >
      <EnterSubmits intent="keep" />
      <NumberFile error={answer?.errors?.file} pasted={pasted} />
      <label className={`${css.field} ${css.aboveRows}`}>
        配送会社
        <select name="carrier" defaultValue={above}>
          {carriers.map((each) => (
            <option key={each} value={each}>
              {carrierNames[each]}
            </option>
          ))}
        </select>
      </label>
      {[...known].map(([tracking, of]) => (
        <CarrierRead key={tracking} carrier={of} tracking={tracking} />
      ))}
      <div key={matched} ref={rows} className={css.rows}>
        <Ambiguous rows={ambiguous} orders={orders} />
        {orders.map((order) => (
          // Drawn anew when another screen has written it: a select keeps what it shows.
          <Row
            key={`${order.number} ${order.was}`}
            order={order}
            parcels={fields[order.number] ?? []}
            doubt={doubts[order.number] ?? null}
            error={answer?.errors?.[`tracking:${order.number}`]}
          />
        ))}
      </div>
      <div ref={end} tabIndex={-1} className={css.ends}>
        <ShipNumbered orders={orders} />
      </div>
    </DeskForm>
  )
}

/** As a scanner ends each number. After the last row it stands on nothing that a further number would press or change. */
const useNextRowOnEnter = (rows: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>) =>
  useEffect(() => {
    const form = rows.current?.closest('form')
    const goOn = (event: KeyboardEvent) => {
      const fields = [...(rows.current?.querySelectorAll<HTMLInputElement>('input[name^="tracking:"]') ?? [])]
      const at = event.target instanceof HTMLInputElement ? fields.indexOf(event.target) : -1
      // Confirming a candidate of an input method is no end of a number (R15).
      if (at < 0 || event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return
      event.preventDefault()
      const next = fields[at + 1] ?? end.current
      next?.focus()
    }
    form?.addEventListener('keydown', goOn)
    return () => form?.removeEventListener('keydown', goOn)
  }, [rows, end])

function Row({
  order,
  parcels,
  doubt,
  error,
}: {
  readonly order: NumberedOrder
  readonly parcels: readonly TypedParcel[]
  readonly doubt: string | null
  readonly error: string | undefined
}) {
  const { number, recipient, tracking, carrier, back } = order
  const warning = doubt ?? (back === 'unshipped' && tracking !== '' ? oldNumberText : null)
  return (
    <div className={css.numbered}>
      <HiddenRow order={order} />
      {doubt === null ? null : <Doubted parcels={parcels} doubt={doubt} />}
      <TextField
        name={`tracking:${number}`}
        label={`${recipient}（${number}）`}
        inputMode="numeric"
        defaultValue={tracking}
        error={error}
        maxLength={longestNumbers}
        hint={
          warning === null || error !== undefined ? (
            parcels.length > 1 ? (
              `荷物${parcels.length}個：${parcelsText(parcels)}`
            ) : undefined
          ) : (
            <span className={css.warning}>{warning}</span>
          )
        }
      />
      <select name={`carrier:${number}`} aria-label={`${number} の配送会社`} defaultValue={carrier}>
        <option value="">上と同じ</option>
        {carrier === eachItsOwn ? <option value={eachItsOwn}>番号ごと</option> : null}
        {carriers.map((each) => (
          <option key={each} value={each}>
            {carrierNames[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
