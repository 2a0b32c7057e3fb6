import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { numberKey } from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { href } from '~/href.ts'
import { isVisible } from '~/kernel/text.ts'
import { TextField } from '~/ui/form.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { mostUnits, numbersInLine, type OfferedProduct, unitsInLine } from '../../materials/rules.ts'
import { priceOf } from '../../materials/texts.ts'
import { noProduct, notChosen, textWithProduct, type WrittenTie } from '../../materials/written.rules.ts'
import { listLimits, type TypedIngredient, textLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import type { PartProps } from './form-part.tsx'
import css from './material-line.module.css'
import { MovableRows } from './movable-rows.tsx'

/** The product of a number; null when none is sold, undefined while unknown. */
type ProductByNumber = (number: string) => OfferedProduct | null | undefined

const pauseMs = 400
const mostAsked = 20

const numbersOf = ({ text, tieNumber }: TypedIngredient): readonly string[] =>
  tieNumber === '' || tieNumber === noProduct ? numbersInLine(text).map(({ number }) => number) : [tieNumber]

/** The products named in these lines, requested shortly after typing; without an answer nothing is shown. */
const useProductsByNumber = (lines: readonly TypedIngredient[]): ProductByNumber => {
  const [known, setKnown] = useState<ReadonlyMap<string, OfferedProduct | null>>(new Map())
  const wanted = new Map(lines.flatMap(numbersOf).map((number) => [numberKey(number), number]))
  const unknown = [...wanted].filter(([key]) => !known.has(key)).map(([, number]) => number)
  const asked = JSON.stringify(unknown.slice(0, mostAsked))
  useEffect(() => {
    const numbers: readonly string[] = JSON.parse(asked)
    if (numbers.length === 0) return
    const stop = new AbortController()
    const ask = async () => {
      const query = new URLSearchParams(numbers.map((number) => ['number', number]))
      const answer = await fetch(`${href('/api/material-products')}?${query}`, { signal: stop.signal })
      if (!answer.ok) return
      const called: Readonly<Record<string, OfferedProduct>> = await answer.json()
      const news = numbers.map((number) => [numberKey(number), called[number] ?? null] as const)
      setKnown((before) => new Map([...before, ...news]))
    }
    const timer = setTimeout(() => ask().catch(() => {}), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  return (number) => known.get(numberKey(number))
}

/** The lines of the materials, each with the product of the shop that it is tied to (W5). */
export function MaterialLines({ start, typed, errors }: PartProps) {
  const called = useProductsByNumber(typed.ingredients)
  const [said, setSaid] = useState('')
  return (
    <>
      <MovableRows
        name={recipeLabels.ingredients}
        look="lines"
        start={start.ingredients}
        typed={typed.ingredients}
        blank={(id) => ({ id, text: '', ...notChosen })}
        most={listLimits.ingredients}
        error={errors.ingredients}
      >
        {(row, at) => (
          <MaterialLine
            row={row}
            typed={typed.ingredients.find(({ id }) => id === row.id)?.text ?? row.text}
            place={at}
            error={errors[`ingredients.${row.id}.text`]}
            called={called}
            onSay={setSaid}
          />
        )}
      </MovableRows>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

/** Loaded at the first focus; without it the line is plain text. */
const MaterialOffers = lazy(() =>
  import('./material-offers.tsx').then(
    ({ MaterialOffers }) => ({ default: MaterialOffers }),
    () => ({ default: () => null }),
  ),
)

/** One line of the materials: its text, and below it the product that it is tied to. */
function MaterialLine({
  row,
  typed,
  place,
  error,
  called,
  onSay,
}: {
  readonly row: TypedIngredient
  /** Present value of its text field. */
  readonly typed: string
  /** From 0. */
  readonly place: number
  readonly error: string | undefined
  readonly called: ProductByNumber
  readonly onSay: (words: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [isTyping, setIsTyping] = useState(false)
  const [tie, setTie] = useTie(row, field)
  const joined = useSiteFacts().joined === 'lengthwise'
  const toldBy = (text: string, product: OfferedProduct | null | undefined) =>
    unitsInLine(text, { joined, oneWay: product?.mayHaveTop ?? true })
  const textBefore = useRef(row.text)
  const isChosen = tie.tieNumber !== '' && tie.tieNumber !== noProduct

  const choose = (product: OfferedProduct, byLastWord: boolean) => {
    const input = field.current
    if (input === null) return
    const wanted = product.type === 'kit' ? 1 : toldBy(input.value, product)
    input.value = textWithProduct(input.value, product.called, byLastWord, textLimits.ingredient)
    textBefore.current = input.value
    setTie({ tieNumber: product.number, tieUnits: String(wanted), tieName: product.name })
    onSay(`${recipeLabels.ingredients}${place + 1}を「${product.called}」につなぎました。`)
  }
  /** Units follow the text until she chooses others; an empty line has no tie. */
  const follow = (text: string) => {
    const product = called(tie.tieNumber)
    const followed = tie.tieUnits === String(toldBy(textBefore.current, product))
    textBefore.current = text
    if (isChosen && !isVisible(text)) return setTie(notChosen)
    const told = String(toldBy(text, product))
    if (isChosen && product?.type !== 'kit' && followed && told !== tie.tieUnits)
      setTie({ ...tie, tieUnits: told })
  }
  const change = (next: WrittenTie, words: string) => {
    setTie(next)
    onSay(words)
    field.current?.focus()
  }
  return (
    <>
      <input type="hidden" name="ingredientId[]" value={row.id} />
      <input type="hidden" name="tieNumber[]" value={tie.tieNumber} />
      <input type="hidden" name="tieName[]" value={tie.tieName} />
      <TextField
        ref={field}
        label={`${recipeLabels.ingredients}${place + 1}`}
        name="ingredient[]"
        autoComplete="off"
        defaultValue={row.text}
        error={error}
        onValue={follow}
        onFocus={() => setIsTyping(true)}
        {...(place === 0 ? { placeholder: '綿麻キャンバス 50cm × 1枚' } : {})}
      />
      {isTyping ? (
        <div className={css.offers}>
          <Suspense>
            <MaterialOffers field={field} isTied={isChosen} onChoose={choose} />
          </Suspense>
        </div>
      ) : null}
      <TieOfLine text={typed} tie={tie} called={called} onUnits={setTie} onChange={change} />
    </>
  )
}

/** The product chosen for a line; the form sees a change like typing. */
const useTie = (
  { tieNumber, tieUnits, tieName }: TypedIngredient,
  field: { readonly current: Element | null },
) => {
  const [tie, setTie] = useState<WrittenTie>({ tieNumber, tieUnits, tieName })
  const told = useRef(tie)
  useEffect(() => {
    if (told.current === tie) return
    told.current = tie
    field.current?.closest('[data-row]')?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [tie, field])
  return [tie, setTie] as const
}

type Change = (tie: WrittenTie, words: string) => void

/** The product that a line is tied to: chosen, named by a number in its text, or none; its fields hold the units (W5). */
function TieOfLine({
  text,
  tie,
  called,
  onUnits,
  onChange,
}: {
  readonly text: string
  readonly tie: WrittenTie
  readonly called: ProductByNumber
  readonly onUnits: (tie: WrittenTie) => void
  readonly onChange: Change
}) {
  if (tie.tieNumber !== '' && tie.tieNumber !== noProduct)
    return <ChosenTie tie={tie} called={called} onUnits={onUnits} onChange={onChange} />
  const named = numbersInLine(text).flatMap(({ number }) => called(number) ?? [])
  return (
    <>
      <input type="hidden" name="tieUnits[]" value="" />
      {tie.tieNumber === noProduct ? (
        <RefusedTie text={text} onChange={onChange} />
      ) : named.length > 0 ? (
        <TiesOfText products={named} text={text} onChange={onChange} />
      ) : null}
    </>
  )
}

function ChosenTie({
  tie,
  called,
  onUnits,
  onChange,
}: {
  readonly tie: WrittenTie
  readonly called: ProductByNumber
  readonly onUnits: (tie: WrittenTie) => void
  readonly onChange: Change
}) {
  const hasScript = useHasScript()
  const found = called(tie.tieNumber)
  const isOther = found && tie.tieName !== '' && nameKey(found.name) !== nameKey(tie.tieName)
  const product = isOther ? null : found
  const name = product?.called ?? (tie.tieName === '' ? tie.tieNumber : tie.tieName)
  return (
    <div className={css.tie}>
      {product ? <Swatch product={product} /> : <span className={css.nothing} aria-hidden="true" />}
      <p className={css.called}>
        {name}
        <small>
          <span>{tie.tieNumber}</span>
          {product ? <span>{priceOf(product)}</span> : product === null ? 'いまは販売していません' : ''}
        </small>
      </p>
      <div className={css.choices}>
        {product?.type === 'kit' ? (
          <input type="hidden" name="tieUnits[]" value="1" />
        ) : (
          <select
            name="tieUnits[]"
            className={css.units}
            aria-label={`${name}の枚数`}
            value={tie.tieUnits}
            onChange={(event) => onUnits({ ...tie, tieUnits: event.currentTarget.value })}
          >
            {Array.from({ length: mostUnits }, (_, at) => (
              <option key={at} value={String(at + 1)}>
                {at + 1}枚
              </option>
            ))}
            {hasScript ? null : <option value="0">外す</option>}
          </select>
        )}
        {hasScript ? (
          <button
            type="button"
            className={css.change}
            aria-label={`${name}を外す`}
            onClick={() => onChange(notChosen, `「${name}」を外しました。`)}
          >
            外す
          </button>
        ) : null}
      </div>
    </div>
  )
}

function TiesOfText({
  products,
  text,
  onChange,
}: {
  readonly products: readonly OfferedProduct[]
  readonly text: string
  readonly onChange: Change
}) {
  const joined = useSiteFacts().joined === 'lengthwise'
  return (
    <div className={css.named}>
      {products.map((product) => (
        <div key={product.number} className={css.tie}>
          <Swatch product={product} />
          <p className={css.called}>
            {product.called}
            <small>
              <span>{product.number}</span>
              <span>{priceOf(product)}</span>
              {product.type === 'fabric'
                ? `${unitsInLine(text, { joined, oneWay: product.mayHaveTop })}枚`
                : ''}
            </small>
          </p>
        </div>
      ))}
      <button
        type="button"
        className={css.change}
        onClick={() => onChange({ ...notChosen, tieNumber: noProduct }, 'お店の品にはつなぎません。')}
      >
        お店の品ではない
      </button>
    </div>
  )
}

function RefusedTie({ text, onChange }: { readonly text: string; readonly onChange: Change }) {
  if (numbersInLine(text).length === 0) return null
  return (
    <div className={css.tie}>
      <p className={css.refused}>お店の品にはつなぎません。</p>
      <button
        type="button"
        className={css.change}
        onClick={() => onChange(notChosen, '番号のとおりにつなぎます。')}
      >
        番号のとおりにつなぐ
      </button>
    </div>
  )
}

function Swatch({ product }: { readonly product: OfferedProduct }) {
  return (
    <img
      className={css.swatch}
      src={smallPictureUrl(product.picture)}
      alt=""
      width="48"
      height="48"
      decoding="async"
    />
  )
}
