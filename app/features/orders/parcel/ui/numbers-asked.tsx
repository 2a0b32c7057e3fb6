import { useState } from 'react'
import { parcelsText } from '~/features/orders/carriers.rules.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { hasNumber, parcelsOfRow, rowMark } from '../number-rows.rules.ts'
import { numberDoubts } from '../numbers.rules.ts'
import css from './labels.module.css'
import { carriersRead, HiddenRow, type NumberedOrder, type NumbersProps } from './numbers.tsx'
import { CarrierRead, Doubted } from './parcel-fields.tsx'

const isTyped = (order: NumberedOrder): boolean => rowMark(order) !== order.was

/** Asks by name which of the orders with a number leave; what was typed elsewhere is kept by the same press. */
export function NumbersAsked({ orders, above, read, ambiguous, twins, requestId, answer }: NumbersProps) {
  const known = carriersRead(read)
  const asked = orders.filter(hasNumber)
  const isAnyTyped = asked.some(isTyped)
  const [meant, setMeant] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        asked
          .filter((order) => isTyped(order) || (!isAnyTyped && order.back === null))
          .map(({ number }) => number),
      ),
  )
  const hasScript = useHasScript()
  const fields = Object.fromEntries(asked.map((row) => [row.number, parcelsOfRow(row, above, known)]))
  const doubts = numberDoubts(fields, twins)
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="番号の保存も発送も、できませんでした。"
      encType="multipart/form-data"
      sentence="印のない注文は発送しません。"
      button={hasScript ? `${meant.size}件を発送済みにする` : '印のある注文を発送済みにする'}
      busy="発送済みにしています…"
    >
      <input type="hidden" name="asked" value="1" />
      <input type="hidden" name="carrier" value={above} />
      <input type="hidden" name="ambiguous" value={JSON.stringify(ambiguous)} />
      {[...known].map(([tracking, of]) => (
        <CarrierRead key={tracking} carrier={of} tracking={tracking} />
      ))}
      {orders
        .filter((order) => hasNumber(order) || isTyped(order))
        .map((order) => (
          <HiddenRow key={order.number} order={order} isWhole />
        ))}
      <fieldset className={css.asked} data-result>
        <legend>発送するのは、どの注文ですか</legend>
        {asked.map((order) => {
          const { number, recipient } = order
          const parcels = fields[number] ?? []
          const doubt = doubts[number]
          return (
            <label key={number} className={css.askedRow}>
              {doubt === undefined ? null : <Doubted parcels={parcels} doubt={doubt} />}
              <input
                type="checkbox"
                name="names"
                value={number}
                defaultChecked={meant.has(number)}
                onChange={({ currentTarget: { checked } }) =>
                  setMeant(
                    new Set(checked ? [...meant, number] : [...meant].filter((each) => each !== number)),
                  )
                }
              />
              <span>
                {recipient}（{number}）<small>{parcelsText(parcels)}</small>
                {factsOf(order).map((fact) => (
                  <small key={fact}>{fact}</small>
                ))}
                {doubt === undefined ? null : <strong className={css.warning}>{doubt}</strong>}
              </span>
            </label>
          )
        })}
      </fieldset>
      <SubmitButton look="quiet" name="intent" value="back" busy="戻しています…">
        番号の欄に戻る
      </SubmitButton>
    </DeskForm>
  )
}

const factsOf = (order: NumberedOrder): string[] => [
  isTyped(order) ? 'いま番号を入れました' : '前から番号があります',
  ...(order.isPacked ? [] : ['「入れた」の印は、そろっていません']),
  ...(order.back === 'undone' ? ['発送を元に戻した注文です'] : []),
  ...(order.back === 'unshipped' ? ['発送を取り消した注文です。前の番号のままではありませんか'] : []),
]
