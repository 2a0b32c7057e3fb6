import { type ReactNode, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { boltText, piecesText, readBolt, type TypedBolt } from '../measures.rules.ts'
import { usualLowAt } from '../rules.ts'
import type { DeskStock } from '../types.ts'
import css from './stock.module.css'

/** What came back of a form that was refused or only reckoned. */
export interface Returned {
  readonly act: string
  readonly bolts: readonly TypedBolt[]
  readonly typed: string
  readonly requestId?: string
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
}

export interface StockFormProps {
  readonly stock: DeskStock
  readonly requestId: string
  readonly answer: Returned | undefined
}

/** One form of a product's stock. */
export function StockForm({
  act,
  failed,
  stock,
  requestId,
  answer,
  children,
}: StockFormProps & { readonly act: string; readonly failed: string; readonly children: ReactNode }) {
  const own = answer?.act === act || (act === 'receive' && answer?.act === 'reckon') ? answer : undefined
  return (
    <FormCard failure={own?.failure} failed={failed}>
      <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId} ${act}`} />
      <input type="hidden" name="version" value={stock.version} />
      {children}
    </FormCard>
  )
}

const noBolt = { length: '', width: '', strips: '' }
const firstRows = 2

/** 反物を受け取る: bolts by length and width, with what the shop makes of them. */
export function ReceiveForm(props: StockFormProps) {
  const { stock, answer } = props
  const own = answer?.act === 'receive' || answer?.act === 'reckon' ? answer : undefined
  const typed = own?.bolts ?? []
  const [rows, setRows] = useState(
    Math.max(firstRows, typed.findLastIndex(({ length }) => length !== '') + 1),
  )
  return (
    <section className={css.section} aria-labelledby="receive">
      <h2 id="receive">{stock.isKit ? 'キットを足す' : '反物を受け取る'}</h2>
      <StockForm act="receive" failed="受け取れませんでした。" {...props}>
        {stock.isKit ? (
          <TextField
            name="units"
            label="点数"
            inputMode="numeric"
            required
            defaultValue={own?.typed}
            error={own?.errors?.units}
          />
        ) : (
          Array.from({ length: rows }, (_, at) => (
            <Bolt
              key={at}
              at={at}
              typed={typed[at] ?? noBolt}
              widthCm={stock.widthCm}
              error={own?.errors?.[`length-${at}`]}
            />
          ))
        )}
        <div className={css.acts}>
          <SubmitButton busy="受け取っています…" name="act" value="receive">
            受け取る
          </SubmitButton>
          {stock.isKit ? null : (
            <>
              {rows < 6 ? (
                <Button look="quiet" onClick={() => setRows(rows + 1)}>
                  反物をもう1本
                </Button>
              ) : null}
              <noscript>
                <button type="submit" name="act" value="reckon">
                  計算する
                </button>
              </noscript>
            </>
          )}
        </div>
      </StockForm>
    </section>
  )
}

function Bolt({
  at,
  typed,
  widthCm,
  error,
}: {
  readonly at: number
  readonly typed: TypedBolt
  readonly widthCm: number | null
  readonly error: string | undefined
}) {
  const { joined } = useSiteFacts()
  const [bolt, setBolt] = useState(typed)
  const read = readBolt(bolt, { joined, widthCm })
  const set = (name: keyof TypedBolt) => (value: string) => setBolt((now) => ({ ...now, [name]: value }))
  return (
    <fieldset className={css.bolt}>
      <legend>{`${at + 1}本目`}</legend>
      <TextField
        name={`length-${at}`}
        label="長さ（m）"
        unmarked
        defaultValue={typed.length}
        error={error}
        onValue={set('length')}
      />
      <TextField
        name={`width-${at}`}
        label="巾（cm）"
        unmarked
        inputMode="numeric"
        defaultValue={typed.width}
        placeholder={widthCm === null ? '' : String(widthCm)}
        onValue={set('width')}
      />
      <TextField
        name={`strips-${at}`}
        label="何本取り"
        unmarked
        inputMode="numeric"
        defaultValue={typed.strips}
        placeholder="自動"
        onValue={set('strips')}
      />
      <p role="status">{bolt.length.trim() === '' || !read.ok ? '' : boltText(read.value, joined)}</p>
    </fieldset>
  )
}

/** 数え直す: what lies on the shelf, promised and uncut cloth included. */
export function RecountForm(props: StockFormProps) {
  const { stock, answer } = props
  const own = answer?.act === 'recount' ? answer : undefined
  const present = (stock.counted?.pieces ?? []).map(({ left, claims }) =>
    claims.reduce((sum, { units }) => sum + units, left),
  )
  const units = present.filter((each) => each > 0)
  const shown = stock.isKit ? String(units.reduce((sum, each) => sum + each, 0)) : piecesText(units)
  return (
    <section className={css.section} aria-labelledby="recount">
      <h2 id="recount">数え直す</h2>
      <StockForm act="recount" failed="数え直せませんでした。" {...props}>
        <input type="hidden" name="act" value="recount" />
        <TextField
          name="pieces"
          label={stock.isKit ? 'いまある点数' : 'いま棚にある布'}
          required
          defaultValue={own?.typed ?? (stock.counted === null ? '' : shown)}
          error={own?.errors?.pieces}
          hint={
            stock.isKit
              ? '約束ずみのものも、まだお店にあれば数えます。'
              : 'つづきの枚数を「7、4、3×2」のように、または「3.5m」「3.5m×110cm」と書きます。約束ずみでも、まだ裁っていない布は数えます。なければ「0」です。'
          }
        />
        <SubmitButton busy="数え直しています…" look="secondary">
          この在庫にする
        </SubmitButton>
      </StockForm>
    </section>
  )
}

/** 売り切れにする, its undo, 数えない, and from when few are left. */
export function StockActs(props: StockFormProps) {
  const { stock, answer } = props
  const { counted } = stock
  const press = (act: string, button: string) => (
    <StockForm act={act} failed={`「${button}」ができませんでした。`} {...props}>
      <input type="hidden" name="act" value={act} />
      <SubmitButton busy="送っています…" look="secondary">
        {button}
      </SubmitButton>
    </StockForm>
  )
  const isGone = counted?.pieces.every(({ left }) => left === 0)
  return (
    <section className={css.section} aria-labelledby="acts">
      <h2 id="acts">この在庫の扱い</h2>
      <div className={css.acts}>
        {isGone ? null : press('sell-out', '売り切れにする')}
        {counted?.canUndo ? press('undo', '「売り切れ」を元に戻す') : null}
        {counted === null ? null : press('uncount', '数えない')}
      </div>
      {counted === null ? null : (
        <StockForm act="low-at" failed="保存できませんでした。" {...props}>
          <input type="hidden" name="act" value="low-at" />
          <TextField
            name="lowAt"
            label="「在庫が少ない」とする枚数"
            inputMode="numeric"
            unmarked
            defaultValue={answer?.act === 'low-at' ? answer.typed : String(counted.lowAt ?? '')}
            error={answer?.act === 'low-at' ? answer.errors?.lowAt : undefined}
            hint={`いちばん長い布が、この枚数になったらお知らせします。空なら${usualLowAt}です。`}
          />
          <SubmitButton busy="保存しています…" look="secondary">
            保存する
          </SubmitButton>
        </StockForm>
      )}
    </section>
  )
}
