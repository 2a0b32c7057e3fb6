import {
  type Carrier,
  carrierNames,
  carriers,
  isCarrier,
  parcelsText,
  shownTracking,
} from '~/features/orders/carriers.rules.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFileKey } from '~/ui/use-file-key.ts'
import { type MatchedNumbers, numberDoubts, parcelsOfField } from '../numbers.rules.ts'
import css from './labels.module.css'
import { CarrierRead, Doubted } from './parcel-fields.tsx'

interface NumberedOrder {
  readonly number: string
  readonly recipient: string
  readonly version: number
  /** As typed, or as stored. */
  readonly tracking: string
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

export function NumberForm({
  pasted,
  orders,
  carrier,
  read,
  ambiguous,
  requestId,
  answer,
  matched,
}: {
  readonly pasted: string
  readonly orders: readonly NumberedOrder[]
  readonly carrier: string
  /** Numbers whose carrier a file or the order tells. */
  readonly read: readonly TypedParcel[]
  readonly ambiguous: MatchedNumbers['ambiguous']
  readonly requestId: string
  readonly answer: FormAnswer | undefined
  /** The fields are drawn anew when it changes. */
  readonly matched: string | undefined
}) {
  const carriersRead = new Map(
    read.flatMap(({ carrier: of, tracking }) => (isCarrier(of) ? [[tracking, of] as const] : [])),
  )
  const fields = Object.fromEntries(
    orders.map(({ number, tracking }) => [number, parcelsOfField(tracking, carrier, carriersRead)]),
  )
  const doubts = numberDoubts(fields)
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="番号を保存できませんでした。"
      encType="multipart/form-data"
      sentence="番号を入れた注文だけを保存します。空の欄はそのままです。"
      button="番号を保存する"
      busy="保存しています…"
    >
      <EnterSubmits intent="keep" />
      <NumberFile error={answer?.errors?.file} pasted={pasted} />
      <label className={css.field}>
        配送会社
        <select name="carrier" defaultValue={carrier}>
          {carriers.map((each) => (
            <option key={each} value={each}>
              {carrierNames[each]}
            </option>
          ))}
        </select>
      </label>
      {carriersRead.size === 0 ? null : (
        <p className="soft">会社が書いてある番号は、その会社のまま保存します。</p>
      )}
      {[...carriersRead].map(([tracking, of]) => (
        <CarrierRead key={tracking} carrier={of} tracking={tracking} />
      ))}
      <div key={matched} className={css.rows}>
        <Ambiguous rows={ambiguous} orders={orders} />
        {orders.map(({ number, recipient, version, tracking }) => {
          const parcels = fields[number] ?? []
          const warning = doubts[number] ?? null
          const error = answer?.errors?.[`tracking:${number}`]
          return (
            <div key={number}>
              <input type="hidden" name={`version:${number}`} value={version} />
              {warning === null ? null : <Doubted parcels={parcels} doubt={warning} />}
              <TextField
                name={`tracking:${number}`}
                label={`${recipient}（${number}）`}
                inputMode="numeric"
                defaultValue={tracking}
                error={error}
                maxLength={1_000}
                hint={
                  warning === null || error !== undefined ? (
                    carriersText(parcels, carriersRead)
                  ) : (
                    <span className={css.warning}>{warning}</span>
                  )
                }
              />
            </div>
          )
        })}
      </div>
      <SubmitButton
        look="secondary"
        name="intent"
        value="ship"
        busy="発送済みにしています…"
        failed="番号の保存も発送も、できませんでした。"
      >
        保存して、番号のある注文を発送済みにする
      </SubmitButton>
    </DeskForm>
  )
}

/** How many parcels, and whose, where it is not the form's carrier who decides. */
const carriersText = (
  parcels: readonly TypedParcel[],
  carriersRead: ReadonlyMap<string, Carrier>,
): string | undefined => {
  const isRead = parcels.some(({ tracking }) => carriersRead.has(tracking))
  if (parcels.length > 1) return `荷物${parcels.length}個：${parcelsText(parcels)}`
  return isRead ? parcelsText(parcels) : undefined
}
