import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { productNumber } from '~/features/products/rules.ts'
import {
  isEmptyRow,
  madeText,
  type OfferedProduct,
  productNamed,
  type ReceivedField,
  type ReceivedProduct,
  receivedBounds,
  rowTexts,
  type TypedReceived,
} from '~/features/stock/receiving.rules.ts'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { Combobox } from '~/ui/combobox.tsx'
import { TextField } from '~/ui/form.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { useProposed } from '~/ui/use-proposed.ts'
import css from './receive-rows.module.css'

interface RowsProps {
  readonly typed: readonly TypedReceived[]
  readonly errors: Readonly<Record<string, string>> | undefined
  /** Products that the page knows. */
  readonly known: readonly ReceivedProduct[]
  /** By the place of a row whose number is unknown: what the server found for it, in words, where no script proposes. */
  readonly guesses: Readonly<Record<number, string>>
  /** A product as it is offered. */
  readonly choice: (product: OfferedProduct) => ReactNode
  /** Empty rows to begin with. */
  readonly empty: number
}

const emptyRow: TypedReceived = { number: '', length: '', width: '', strips: '', bolts: '', name: '' }
const longestAsked = 100

/** The rows of a receiving: what is typed into the last one brings another, and Enter, which a scanner sends, goes on to the next field. */
export function ReceiveRows({ typed, errors, known, guesses, choice, empty }: RowsProps) {
  const rows = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(Math.min(typed.length + empty, receivedBounds.rows))
  const [numbers, setNumbers] = useState(() => typed.map(({ number }) => number))
  const products = useProductsNumbered(numbers, known)
  useEffect(() => {
    const { current } = rows
    const goOn = (event: KeyboardEvent) => {
      const { target } = event
      // Of a conversion, or taken by the list of proposals.
      if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229 || event.defaultPrevented)
        return
      if (!(target instanceof HTMLInputElement)) return
      event.preventDefault()
      const fields = [...(current?.querySelectorAll('input') ?? [])]
      fields[fields.indexOf(target) + 1]?.focus()
    }
    current?.addEventListener('keydown', goOn)
    return () => current?.removeEventListener('keydown', goOn)
  }, [])
  return (
    <>
      <div ref={rows} className={css.rows}>
        <div className={css.head} aria-hidden="true">
          <span>管理番号</span>
          <span>商品</span>
          <span>長さ（m）</span>
          <span>巾（cm）</span>
          <span>横に何本</span>
          <span>本数・点数</span>
          <span>反物の名前</span>
          <span>できる布</span>
        </div>
        {Array.from({ length: count }, (_, at) => (
          <Row
            key={at}
            at={at}
            typed={typed[at] ?? emptyRow}
            errors={errors}
            guesses={guesses}
            choice={choice}
            products={products}
            onNumber={(number) => setNumbers((now) => Object.assign([...now], { [at]: number }))}
            onTyped={() => at === count - 1 && setCount(Math.min(count + 1, receivedBounds.rows))}
          />
        ))}
      </div>
      {count < receivedBounds.rows ? (
        <div className="row-3">
          <Button
            type="submit"
            name="act"
            value="rows"
            look="quiet"
            onClick={(event) => {
              event.preventDefault()
              setCount(Math.min(count + 5, receivedBounds.rows))
            }}
          >
            行をふやす
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Row({
  at,
  typed,
  errors,
  guesses,
  choice,
  products,
  onNumber,
  onTyped,
}: Pick<RowsProps, 'errors' | 'guesses' | 'choice'> & {
  readonly at: number
  readonly typed: TypedReceived
  readonly products: Products
  readonly onNumber: (number: string) => void
  readonly onTyped: () => void
}) {
  const { joined } = useSiteFacts()
  const field = useRef<HTMLInputElement>(null)
  const [row, setRow] = useState(typed)
  const [offered, setOffered] = useState<OfferedProduct>()
  const number = productNumber(row.number)
  const product = productNamed(offered === undefined ? products.known : [offered, ...products.known], number)
  const isMissing =
    number !== null && product === undefined && products.missing.includes(number.toLowerCase())
  const cell = (name: ReceivedField, label: string) => ({
    name: `${name}-${at}`,
    label,
    unmarked: true,
    defaultValue: typed[name],
    error: errors?.[`${name}-${at}`],
    onValue: (value: string) => {
      setRow((now) => ({ ...now, [name]: value }))
      onTyped()
    },
  })
  const choose = (chosen: OfferedProduct) => {
    setOffered(chosen)
    setRow((now) => ({ ...now, number: chosen.number }))
    onNumber(chosen.number)
    onTyped()
    const { current } = field
    if (current === null) return
    current.value = chosen.number
    // The form sees a choice like typing; the field itself would propose again.
    current.form?.dispatchEvent(new Event('input', { bubbles: true }))
    const inputs = [...(current.closest('fieldset')?.querySelectorAll('input') ?? [])]
    inputs[inputs.indexOf(current) + 1]?.focus()
  }
  const isPool = product?.isKit === true && `${row.length}${row.width}${row.strips}`.trim() === ''
  return (
    <fieldset className={css.row} data-filled={isEmptyRow(row) ? undefined : ''}>
      <legend>{`${at + 1}行目`}</legend>
      <div className={css.number}>
        <TextField
          ref={field}
          autoComplete="off"
          ownError={isMissing ? rowTexts.unknown : undefined}
          {...cell('number', '管理番号')}
          onBlur={() => onNumber(field.current?.value ?? '')}
        />
      </div>
      <Offers field={field} choice={choice} onChoose={choose} />
      <p className={css.product} role="status">
        {product?.name ?? ''}
      </p>
      {product === undefined && guesses[at] !== undefined ? <p className={css.guess}>{guesses[at]}</p> : null}
      {isPool ? null : (
        <>
          <TextField {...cell('length', '長さ（m）')} />
          <TextField
            inputMode="numeric"
            placeholder={product?.widthCm == null ? '' : String(product.widthCm)}
            {...cell('width', '巾（cm）')}
          />
          <TextField inputMode="numeric" placeholder="自動" {...cell('strips', '横に何本')} />
        </>
      )}
      <div className={css.bolts}>
        <TextField
          inputMode="numeric"
          placeholder={product?.isKit ? '' : '1'}
          {...cell('bolts', product?.isKit ? '点数' : '本数')}
        />
      </div>
      {product?.isKit ? null : (
        <div className={css.name}>
          <TextField {...cell('name', '反物の名前')} />
        </div>
      )}
      <p className={css.made} role="status">
        {product === undefined || isEmptyRow({ ...row, number: '' }) ? '' : madeText(row, product, joined)}
      </p>
    </fieldset>
  )
}

/** Products found by what is typed as a number; choosing one fills it in. */
function Offers({
  field,
  choice,
  onChoose,
}: Pick<RowsProps, 'choice'> & {
  readonly field: RefObject<HTMLInputElement | null>
  readonly onChoose: (product: OfferedProduct) => void
}) {
  const [text, setText] = useState('')
  const found = useProposed<readonly OfferedProduct[]>(text, (q) =>
    href('/admin/receive/choices', { q: q.slice(0, longestAsked) }),
  )
  return (
    <div className={css.offers}>
      <Combobox
        field={field}
        label="見つかった商品"
        inFlow
        options={found ?? []}
        keyOf={({ number }) => number}
        onText={setText}
        onChoose={onChoose}
      >
        {choice}
      </Combobox>
    </div>
  )
}

interface Products {
  readonly known: readonly ReceivedProduct[]
  /** Numbers in lower case that are no product's. */
  readonly missing: readonly string[]
}

/** What these typed numbers name; those that the page does not know are asked for together. */
const useProductsNumbered = (
  typed: readonly (string | undefined)[],
  known: readonly ReceivedProduct[],
): Products => {
  const [asked, setAsked] = useState<Products>({ known: [], missing: [] })
  const all = [...known, ...asked.known]
  const wanted = typed
    .flatMap((text) => productNumber(text ?? '')?.toLowerCase() ?? [])
    .filter((key) => productNamed(all, key) === undefined && !asked.missing.includes(key))
    .join('\n')
  useEffect(() => {
    if (wanted === '') return
    const stop = new AbortController()
    const ask = async () => {
      const keys = wanted.split('\n')
      const query = new URLSearchParams(keys.map((number) => ['number', number]))
      const answer = await fetch(`${href('/admin/receive/choices')}?${query}`, { signal: stop.signal })
      if (!answer.ok) return
      const found: readonly ReceivedProduct[] = await answer.json()
      const missing = keys.filter((key) => productNamed(found, key) === undefined)
      setAsked((now) => ({ known: [...now.known, ...found], missing: [...now.missing, ...missing] }))
    }
    ask().catch(() => {})
    return () => stop.abort()
  }, [wanted])
  return { known: all, missing: asked.missing }
}
