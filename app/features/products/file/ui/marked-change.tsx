import { useId, useState } from 'react'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { ListedProduct } from '~/features/products/desk/list.rules.ts'
import { productStates } from '~/features/products/desk/rules.ts'
import {
  changedPrice,
  priceChangeTyped,
  priceField,
  priceWays,
} from '~/features/products/file/listed-change.rules.ts'
import { formatNumber } from '~/kernel/money.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextField, useFieldError } from '~/ui/form.tsx'
import css from './marked-change.module.css'

/** A choice that may be none. */
function Choice({
  name,
  label,
  none,
  choices,
  chosen,
  onChange,
}: {
  readonly name: string
  readonly label: string
  readonly none: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: string
  readonly onChange?: (id: string) => void
}) {
  const id = useId()
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      >
        <option value="">{none}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A product with its price, and the field of one for itself; `next` is what the choice above makes of it. */
function Row({
  product,
  typed,
  error: told,
  next,
}: {
  readonly product: ListedProduct
  readonly typed: string
  readonly error: string | undefined
  readonly next: number | null
}) {
  const { number, picture, price, source } = product
  const id = useId()
  const { error, onEdit } = useFieldError(told)
  return (
    <li className={css.row}>
      <Picture url={picture} alt="" sizes="40px" side={40} />
      <span>
        <strong>{number}</strong> {nameWithColour(product)}
      </span>
      <span className={css.price}>{price === null ? '価格確認中' : `${formatNumber(price)}円`}</span>
      {source === 'feed' ? (
        <small className={css.feed}>表で直します</small>
      ) : (
        <label className={css.own}>
          <span className="visually-hidden">{`${number}の新しい価格（円）`}</span>
          <input
            name={priceField(number)}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed}
            placeholder={next === null ? '' : formatNumber(next)}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : id}
            onChange={onEdit}
          />
          <span aria-hidden="true">円</span>
        </label>
      )}
      {error === undefined ? null : (
        <p id={id} className="error">
          {error}
        </p>
      )}
    </li>
  )
}

/** The price and the state of the marked products, for all of them or each for itself; leads to the preview of what changes. */
export function MarkedChange({
  products,
  marks,
  mark,
  requestId,
  answer,
}: {
  readonly products: readonly ListedProduct[]
  readonly marks: readonly string[]
  /** The name under which marks are sent. */
  readonly mark: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const typed = answer?.typed ?? {}
  const [way, setWay] = useState(typed.way ?? '')
  const [figure, setFigure] = useState(typed.figure ?? '')
  const chosen = priceWays.find(({ id }) => id === way)
  const change = chosen === undefined ? null : priceChangeTyped(chosen.id, figure)
  return (
    <section className={css.section} aria-labelledby="change">
      <h2 id="change">価格と公開</h2>
      <DeskForm
        requestId={requestId}
        answer={answer}
        failed="くらべられませんでした。"
        sentence="次の画面で、変わるところをすべてお見せします。お確かめいただくまで、何も変わりません。"
        button="変わるところを見る"
        busy="くらべています…"
        sticks="rows"
      >
        <input type="hidden" name="act" value="change" />
        {marks.map((value) => (
          <input key={value} type="hidden" name={mark} value={value} />
        ))}
        <div className={css.all}>
          <Choice
            name="way"
            label="価格"
            none="そのまま"
            choices={priceWays}
            chosen={way}
            onChange={setWay}
          />
          <TextField
            name="figure"
            label={way === 'percent' ? '％' : '円'}
            unmarked
            error={answer?.errors?.figure}
            defaultValue={figure}
            onValue={setFigure}
          />
          <Choice
            name="status"
            label="公開"
            none="そのまま"
            choices={productStates.map((name) => ({ id: name, name }))}
            chosen={typed.status ?? ''}
          />
        </div>
        <p className="small">
          引くときは「-50」のように入力してください。％は1円未満を四捨五入します。商品ごとに入れた価格は、上より先です。
        </p>
        <ul className={css.rows}>
          {products.map((product) => (
            <Row
              key={product.number}
              product={product}
              typed={typed[priceField(product.number)] ?? ''}
              error={answer?.errors?.[priceField(product.number)]}
              next={change === null ? null : changedPrice(change, product.price)}
            />
          ))}
        </ul>
      </DeskForm>
    </section>
  )
}
