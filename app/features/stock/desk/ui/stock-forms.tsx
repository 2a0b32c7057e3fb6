import type { ReactNode } from 'react'
import { piecesText } from '~/features/stock/measures.rules.ts'
import { type DeskStock, usualLowAt } from '~/features/stock/rules.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskMore } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { MergedFields } from '~/ui/merged-fields.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useTypedText } from '~/ui/use-typed-text.ts'
import css from './stock.module.css'

export interface StockFormProps {
  readonly stock: DeskStock
  /** What the form of the threshold counts as drawn with (N82). */
  readonly lowAtDrawn: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}

/** One form of a product's stock. */
export function StockForm({
  act,
  failed,
  drawn,
  stock,
  requestId,
  answer,
  children,
}: Omit<StockFormProps, 'lowAtDrawn'> & {
  readonly act: string
  readonly failed: string
  readonly drawn?: string
  readonly children: ReactNode
}) {
  const own = answer?.act === act || (act === 'receive' && answer?.act === 'reckon') ? answer : undefined
  return (
    <FormCard failure={own?.failure} failed={failed} {...useTypedText()}>
      <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId} ${act}`} />
      <MergedFields version={stock.version} drawn={own?.drawn ?? drawn} answer={own}>
        {children}
      </MergedFields>
    </FormCard>
  )
}

/** 数え直す: the pieces on the shelf, claimed and uncut ones included. */
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
          defaultValue={own?.typed.pieces ?? (stock.counted === null ? '' : shown)}
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

/** 売り切れにする and its undo; for the owner also the feed's value, the threshold of low stock, and 数えない. */
export function StockActs({ isOwner, ...props }: StockFormProps & { readonly isOwner: boolean }) {
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
  const isGone = counted?.pieces.every(({ left }) => left === 0) ?? false
  const hasFormOf: Readonly<Record<string, boolean>> = {
    'sell-out': !isGone,
    undo: counted?.canUndo ?? false,
    feed: counted?.waitingCell != null,
    'low-at': counted !== null,
    uncount: counted !== null,
  }
  return (
    <section className={css.section} aria-labelledby="acts">
      <h2 id="acts">この在庫の扱い</h2>
      {/* Another screen may have taken the form of a refused act away. */}
      {answer?.failure === undefined || hasFormOf[answer.act ?? ''] !== false ? null : (
        <Notice kind="error">{answer.failure}</Notice>
      )}
      <div className="row-3">
        {isGone ? null : press('sell-out', '売り切れにする')}
        {counted?.canUndo ? press('undo', '「売り切れ」を元に戻す') : null}
      </div>
      {counted?.waitingCell == null || !isOwner ? null : (
        <>
          <p>
            {counted.by === 'desk'
              ? `この商品の在庫は、お店の画面で数えています。表には「${counted.waitingCell}」とあります。`
              : `表の在庫が「${counted.feedCell ?? ''}」から「${counted.waitingCell}」に増えました。合っていますか。`}
          </p>
          {press('feed', counted.by === 'desk' ? '表の在庫を使う' : 'この数にする')}
        </>
      )}
      {counted === null || !isOwner ? null : (
        <StockForm act="low-at" failed="保存できませんでした。" drawn={props.lowAtDrawn} {...props}>
          <input type="hidden" name="act" value="low-at" />
          <TextField
            name="lowAt"
            label={`「在庫が少ない」とする${stock.isKit ? '点数' : '枚数'}`}
            inputMode="numeric"
            unmarked
            defaultValue={
              (answer?.act === 'low-at' ? answer.typed.lowAt : undefined) ?? String(counted.lowAt ?? '')
            }
            error={answer?.act === 'low-at' ? answer.errors?.lowAt : undefined}
            hint={`${stock.isKit ? '残りが、この点数' : 'いちばん長い布が、この枚数'}になったらお知らせします。空なら${usualLowAt}です。`}
          />
          <SubmitButton busy="保存しています…" look="secondary">
            保存する
          </SubmitButton>
        </StockForm>
      )}
      {counted === null || !isOwner ? null : <Uncount {...props} />}
    </section>
  )
}

/** 数えない is asked about: it has no undo. */
function Uncount(props: StockFormProps) {
  return (
    <DeskMore name="在庫を数えるのをやめる" isOpen={props.answer?.act === 'uncount'}>
      <StockForm act="uncount" failed="「数えない」ができませんでした。" {...props}>
        <input type="hidden" name="act" value="uncount" />
        <p>
          この商品の在庫を数えなくなり、売り切れになりません。枚数のかぎりなく販売します。いまの数と反物の記録は消え、元に戻すには、受け取りや数え直しからやり直します。
        </p>
        <SubmitButton busy="送っています…" look="danger">
          数えない
        </SubmitButton>
      </StockForm>
    </DeskMore>
  )
}
