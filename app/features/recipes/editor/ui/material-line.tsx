import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { unitsInLine } from '~/features/recipes/materials/rules.ts'
import type { OfferedProduct } from '~/features/recipes/materials/types.ts'
import {
  noProduct,
  notChosen,
  textWithProduct,
  type WrittenTie,
} from '~/features/recipes/materials/written.rules.ts'
import { isVisible } from '~/kernel/text.ts'
import { TextField } from '~/ui/form.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { type TypedIngredient, textLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import css from './material-line.module.css'
import { TieOfLine } from './tie-of-line.tsx'
import type { ProductByNumber } from './use-products-by-number.ts'

/** Loaded at the first focus; without it the line is plain text. */
const MaterialOffers = lazy(() =>
  import('./material-offers.tsx').then(
    ({ MaterialOffers }) => ({ default: MaterialOffers }),
    () => ({ default: () => null }),
  ),
)

/** One line of the materials: its text, and below it the product that it is tied to. */
export function MaterialLine({
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
