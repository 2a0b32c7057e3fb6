import { carrierNames, carriers } from '~/features/orders/carriers.rules.ts'
import { type DeskAnswer, DeskForm, EnterSubmits } from '~/ui/desk-form.tsx'
import { SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFileKey } from '~/ui/use-file-key.ts'
import { type MatchedNumbers, numberDoubts } from '../numbers.rules.ts'
import css from './labels.module.css'
import { Doubted } from './parcel-fields.tsx'

interface NumberedOrder {
  readonly number: string
  readonly recipient: string
  readonly version: number
  readonly tracking: string
}

/** Input for the carrier program's output, pasted or as a file. In the same form as the numbers, which stay as they are typed. */
function NumberFile({ error, pasted }: { readonly error: string | undefined; readonly pasted: string }) {
  const fileKey = useFileKey()
  return (
    <section className={css.fromCarrier} aria-label="配送会社のファイル">
      <label className={css.upload}>
        <strong>配送会社のファイル</strong>
        <input key={fileKey} type="file" name="file" accept=".csv,.txt,text/csv" />
      </label>
      <TextArea
        name="pasted"
        label="または、ここに貼り付ける"
        rows={3}
        defaultValue={pasted}
        error={error}
        hint="B2クラウドの発行済みデータか、「注文番号,お問い合わせ番号」の2列。照らし合わせるだけでは何も変わりません。"
      />
      <SubmitButton look="secondary" name="intent" value="match" busy="照らし合わせています…">
        照らし合わせる
      </SubmitButton>
    </section>
  )
}

/** Result: matched numbers, and each row without an order. */
export function MatchResult({ found }: { readonly found: MatchedNumbers }) {
  const { matched, unmatched } = found
  return (
    <section aria-labelledby="match-result">
      <h2 id="match-result">{Object.keys(matched).length}件が合いました</h2>
      <p>下の欄に入れました。確かめてから保存してください。</p>
      {unmatched.length === 0 ? null : (
        <Notice kind="error">
          合わなかった行 {unmatched.length}件
          <ul className={css.unmatched}>
            {unmatched.map(({ order, tracking, why }) => (
              <li key={`${order} ${tracking} ${why}`}>
                {order === '' ? '（注文番号なし）' : order}・{tracking === '' ? '（番号なし）' : tracking}：
                {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}

export function NumberForm({
  pasted,
  orders,
  carrier,
  requestId,
  answer,
  matched,
}: {
  readonly pasted: string
  readonly orders: readonly NumberedOrder[]
  readonly carrier: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
  /** The fields are drawn anew when it changes. */
  readonly matched: string | undefined
}) {
  const doubts = numberDoubts(
    carrier,
    Object.fromEntries(orders.map(({ number, tracking }) => [number, tracking])),
  )
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="送れませんでした。"
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
      <div key={matched} className={css.rows}>
        {orders.map(({ number, recipient, version, tracking }) => {
          const warning = doubts[number] ?? null
          const error = answer?.errors?.[`tracking:${number}`]
          return (
            <div key={number}>
              <input type="hidden" name={`version:${number}`} value={version} />
              {warning === null ? null : <Doubted carrier={carrier} tracking={tracking} doubt={warning} />}
              <TextField
                name={`tracking:${number}`}
                label={`${recipient}（${number}）`}
                inputMode="numeric"
                defaultValue={tracking}
                error={error}
                maxLength={60}
                hint={
                  warning === null || error !== undefined ? undefined : (
                    <span className={css.warning}>{warning}</span>
                  )
                }
              />
            </div>
          )
        })}
      </div>
      <SubmitButton look="secondary" name="intent" value="ship" busy="発送済みにしています…">
        保存して、番号のある注文を発送済みにする
      </SubmitButton>
    </DeskForm>
  )
}
