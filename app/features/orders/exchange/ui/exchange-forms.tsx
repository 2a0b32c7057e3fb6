import { Form } from 'react-router'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { backChoice } from '~/features/orders/refund/laying-back.rules.ts'
import { wayText } from '~/features/orders/refund/ui/back-choices.tsx'
import money from '~/features/orders/refund/ui/money.module.css'
import { MailsBuyer } from '~/features/orders/refund/ui/sheet-parts.tsx'
import type { ProductChoice } from '~/features/products/desk/rules.ts'
import { Choice, ProductChooser } from '~/features/products/desk/ui/product-chooser.tsx'
import { unitOf } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskFoot } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { ExchangeSheet, ExchangeSheetLine, WantedExchange } from '../types.ts'
import css from './exchange.module.css'

const linePath = ({ number }: ExchangeSheet) => href('/admin/orders/:number/exchange', { number })

/** Which line, how many of it, and what in exchange: asked in the address, so that it works without script and shows today's price. */
export function ChooseExchange({
  sheet,
  asked,
  found,
  failure,
}: {
  readonly sheet: ExchangeSheet
  readonly asked: {
    readonly position: number
    readonly units: string
    readonly to: string
    readonly search: string
  }
  readonly found: readonly ProductChoice[]
  readonly failure: string | null
}) {
  const open = sheet.lines.flatMap((line, position) =>
    line.quantity > 0 && line.hindrance === null ? position : [],
  )
  if (open.length === 0) return <Notice>いま変えられる商品はありません。</Notice>
  return (
    <Form method="get" action={linePath(sheet)} className={`stack-4 ${css.asked}`}>
      {failure === null ? null : (
        <Notice kind={found.length > 1 ? 'info' : 'error'} announce>
          {failure}
        </Notice>
      )}
      <fieldset className={money.choices}>
        <legend>どの商品を</legend>
        {sheet.lines.map((line, position) =>
          line.quantity === 0 ? null : (
            <label key={`${position} ${line.number}`} className={money.choice}>
              <input
                type="radio"
                name="line"
                value={position}
                required
                disabled={line.hindrance !== null}
                defaultChecked={line.hindrance === null && (position === asked.position || open.length === 1)}
              />
              <span>
                <strong>{line.name}</strong>
                <small>
                  {line.number}　{inYen(line.unitPrice)} × {line.unitsLeft}
                </small>
                {line.hindrance === null ? null : <small>{line.hindrance}</small>}
              </span>
            </label>
          ),
        )}
      </fieldset>
      <TextField
        name="units"
        label="いくつ"
        inputMode="numeric"
        maxLength={12}
        required
        defaultValue={asked.units === '' ? '1' : asked.units}
      />
      <ProductChooser
        name="to"
        legend="どの商品に"
        label="代わりの商品の番号か名前"
        hint="同じ価格か、より安い商品に変えられます。"
        chosen={asked.to === '' ? [] : [asked.to]}
        known={found}
        found={found}
        typed={asked.search}
      />
      <DeskFoot>
        <p>金額と在庫を確かめるだけで、まだ何も変わりません。</p>
        <Button type="submit">次へ</Button>
      </DeskFoot>
    </Form>
  )
}

function BackChoice({
  line,
  units,
  answer,
}: {
  readonly line: ExchangeSheetLine
  readonly units: number
  readonly answer: DeskAnswer | undefined
}) {
  if (!line.isCounted || line.type === 'kit') return null
  const { ways, usual } = backChoice({ shippedAt: null }, line, line.isCut)
  return (
    <label className={money.back}>
      {`布をどうするか：${line.name}（${line.number}）`}
      <select name="back" defaultValue={answer?.typed.back ?? usual}>
        {ways.map((way) => (
          <option key={way} value={way}>
            {wayText(way, false, units)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What is about to be exchanged, with what goes back; the second step, which does it. */
export function ExchangeForm({
  sheet,
  line,
  wanted,
  product,
  requestId,
  asks,
  answer,
}: {
  readonly sheet: ExchangeSheet
  readonly line: ExchangeSheetLine
  readonly wanted: WantedExchange
  readonly product: ProductChoice | undefined
  readonly requestId: string
  readonly asks: boolean
  readonly answer: DeskAnswer | undefined
}) {
  const { position, units, number, price, difference } = wanted
  const unit = unitOf(line.type)
  return (
    <DeskForm
      requestId={requestId}
      version={sheet.version}
      answer={answer}
      failed="商品を変えられませんでした。"
      unsure="商品を変えられたか、わかりませんでした。"
      sentence={
        difference === 0
          ? '商品を変えます。代金は変わりません。'
          : `商品を変え、${sheet.buyer}のカードへ差額 ${inYen(difference)} を返金します。返金したあとは、もとに戻せません。`
      }
      button="商品を変える"
      busy="変えています…"
      danger={difference > 0}
    >
      <input type="hidden" name="line" value={position} />
      <input type="hidden" name="units" value={units} />
      <input type="hidden" name="to" value={number} />
      <input type="hidden" name="difference" value={difference} />
      <dl className={css.exchange}>
        <dt>いまの商品</dt>
        <dd>
          {line.name}
          <small>
            {line.number}　{inYen(line.unitPrice)} × {units}
            {unit}
          </small>
        </dd>
        <dt>代わりの商品</dt>
        <dd>
          <Choice number={number} product={product} />
          <small>
            {inYen(price)} × {units}
            {unit}
          </small>
        </dd>
        {difference === 0 ? null : (
          <>
            <dt>返金する差額</dt>
            <dd>{inYen(difference)}</dd>
          </>
        )}
      </dl>
      <BackChoice line={line} units={units} answer={answer} />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} />
      <ConfirmAgain
        asks={difference > 0 && (asks || answer?.asksConfirmation === true)}
        errors={answer?.errors}
      />
      <ButtonLink
        look="quiet"
        to={href('/admin/orders/:number/exchange', {
          number: sheet.number,
          line: String(position),
          units: String(units),
        })}
      >
        選び直す
      </ButtonLink>
    </DeskForm>
  )
}

type SheetExchange = ExchangeSheet['exchanges'][number]

/** Takes one exchange back. */
export function UndoForm({
  sheet,
  exchange,
  requestId,
  answer,
}: {
  readonly sheet: ExchangeSheet
  readonly exchange: SheetExchange
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const { difference } = exchange
  const [from, to] = [sheet.lines[exchange.from], sheet.lines[exchange.to]]
  if (from === undefined || to === undefined) return null
  return (
    <DeskForm
      requestId={requestId}
      version={sheet.version}
      answer={answer}
      failed="もとに戻せませんでした。"
      sentence={`もとの商品をお送りします。代金は変わりません。${
        difference === 0
          ? ''
          : `返金できなかった差額 ${inYen(difference)} は、お返しするものではなくなります。`
      }`}
      button="もとに戻す"
      busy="戻しています…"
    >
      <input type="hidden" name="act" value="undo" />
      <input type="hidden" name="exchange" value={exchange.id} />
      <p>{changeText(sheet, exchange)}</p>
      <BackChoice line={to} units={exchange.units} answer={answer} />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} />
    </DeskForm>
  )
}

const changeText = ({ lines }: ExchangeSheet, { from, to, units }: SheetExchange): string => {
  const named = (position: number) => `${lines[position]?.name ?? ''}（${lines[position]?.number ?? ''}）`
  return `${named(from)} → ${named(to)} × ${units}`
}

const differenceText = ({ difference, isMoneyBack, isUndone }: SheetExchange): string => {
  if (difference === 0 || isUndone) return ''
  return `・差額 ${inYen(difference)} ${isMoneyBack ? 'を返金' : 'は返金できていません'}`
}

/** All exchanges of the order, the newest first. */
export function ExchangeList({ sheet }: { readonly sheet: ExchangeSheet }) {
  if (sheet.exchanges.length === 0) return null
  return (
    <section aria-labelledby="exchanges" className="stack-2">
      <h2 id="exchanges">これまでの変更</h2>
      <ul className={css.exchanges}>
        {sheet.exchanges.toReversed().map((exchange) => (
          <li key={exchange.id}>
            <span>
              {changeText(sheet, exchange)}
              <small>
                {deskMoment(exchange.exchangedAt)}
                {differenceText(exchange)}
                {exchange.isUndone ? '・もとに戻しました' : ''}
              </small>
              {exchange.isUndone || exchange.hindrance === null ? null : <small>{exchange.hindrance}</small>}
            </span>
            {exchange.isUndone || exchange.hindrance !== null ? null : (
              <ButtonLink
                look="secondary"
                to={href('/admin/orders/:number/exchange', { number: sheet.number, undo: exchange.id })}
              >
                もとに戻す
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
