import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { href } from '~/href.ts'
import { Combobox } from '~/ui/combobox.tsx'
import { TextField } from '~/ui/form.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { useProposed } from '~/ui/use-proposed.ts'
import type { ProductChoice } from '../rules.ts'
import css from './product-chooser.module.css'

const longestAsked = 100

interface ChooserProps {
  /** The field that is sent, with a number for each chosen product; what is typed is sent as its name with `Search`. */
  readonly name: string
  readonly legend: string
  /** Of the field of the search. */
  readonly label: string
  readonly hint?: string
  /** Otherwise one alone. */
  readonly several?: boolean
  /** Of fabrics alone. */
  readonly fabrics?: boolean
  /** What is chosen already. */
  readonly chosen?: readonly string[]
  /** Products whose names and pictures the page knows. */
  readonly known?: readonly ProductChoice[]
  readonly onChoose?: (product: ProductChoice) => void
  /** What the server found for the text that was sent, to choose from without script. */
  readonly found?: readonly ProductChoice[]
  /** The text that was sent and found nothing. */
  readonly typed?: string | undefined
  readonly error?: string | undefined
}

/** Products are chosen by a search, with picture and name (N104): proposed while typing, and without script by sending the form. */
export function ProductChooser({
  name,
  legend,
  label,
  hint,
  several = false,
  fabrics = false,
  chosen = [],
  known = [],
  found = [],
  typed,
  error,
  onChoose,
}: ChooserProps): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const [added, setAdded] = useState<readonly ProductChoice[]>([])
  const isChosen = (number: string) =>
    several
      ? chosen.includes(number) || added.some((each) => each.number === number)
      : (added[0]?.number ?? chosen[0]) === number
  const rows = new Map<string, ProductChoice | undefined>(
    [...chosen, ...found.map(({ number }) => number), ...added.map(({ number }) => number)].map((number) => [
      number,
      [...added, ...found, ...known].find((each) => each.number === number),
    ]),
  )
  const isFirst = useRef(true)
  // The form sees a choice like typing.
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (added.length > 0) field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [added])
  const choose = (product: ProductChoice) => {
    if (field.current !== null) field.current.value = ''
    setAdded((before) => [...(several ? before : []), product])
    onChoose?.(product)
  }
  return (
    <fieldset className={css.chooser}>
      <legend>{legend}</legend>
      {/* Sent also when nothing is chosen. */}
      {several ? <input type="hidden" name={name} value="" /> : null}
      {rows.size === 0 ? null : (
        <ul className={css.choices}>
          {[...rows].map(([number, product]) => (
            <li key={`${number} ${isChosen(number)}`}>
              <label>
                <input
                  type={several ? 'checkbox' : 'radio'}
                  name={name}
                  value={number}
                  defaultChecked={isChosen(number)}
                />
                <Choice number={number} product={product} />
              </label>
            </li>
          ))}
        </ul>
      )}
      <TextField
        ref={field}
        name={`${name}Search`}
        label={label}
        hint={hint}
        unmarked
        autoComplete="off"
        defaultValue={found.length > 0 ? '' : typed}
        error={error}
      />
      <Proposals field={field} fabrics={fabrics} onChoose={choose} />
    </fieldset>
  )
}

/** A product as it is shown to choose from. */
export function Choice({
  number,
  product,
}: {
  readonly number: string
  readonly product: ProductChoice | undefined
}) {
  return (
    <span className={css.choice}>
      {product === undefined ? null : (
        <img src={smallPictureUrl(product.picture)} alt="" width="48" height="48" decoding="async" />
      )}
      <span className={css.called}>
        <span>{product === undefined ? 'この番号の商品は、いまありません' : inPhrases(product.name)}</span>
        <small>{[number, product?.note ?? ''].filter((text) => text !== '').join('　')}</small>
      </span>
    </span>
  )
}

function Proposals({
  field,
  fabrics,
  onChoose,
}: {
  readonly field: RefObject<HTMLInputElement | null>
  readonly fabrics: boolean
  readonly onChoose: (product: ProductChoice) => void
}) {
  const [text, setText] = useState('')
  const type = fabrics ? { type: 'fabric' } : {}
  const found = useProposed<readonly ProductChoice[]>(text, (q) =>
    href('/admin/products/choices', { q: q.slice(0, longestAsked), ...type }),
  )
  return (
    <Combobox
      field={field}
      label="見つかった商品"
      inFlow
      options={found ?? []}
      keyOf={({ number }) => number}
      onText={setText}
      onChoose={onChoose}
    >
      {(product) => <Choice number={product.number} product={product} />}
    </Combobox>
  )
}

/** Names of the chosen ones too that the page does not know, as of a restored draft. */
export const useNamesOf = (
  chosen: readonly string[],
  known: readonly ProductChoice[],
): readonly ProductChoice[] => {
  const [asked, setAsked] = useState<readonly ProductChoice[]>([])
  const missing = chosen.filter((number) => known.every((each) => each.number !== number))
  const wanted = missing.join('\n')
  useEffect(() => {
    if (wanted === '') return
    const stop = new AbortController()
    const ask = async () => {
      const query = new URLSearchParams(wanted.split('\n').map((number) => ['number', number]))
      const answer = await fetch(`${href('/admin/products/choices')}?${query}`, { signal: stop.signal })
      if (answer.ok) setAsked(await answer.json())
    }
    ask().catch(() => {})
    return () => stop.abort()
  }, [wanted])
  return [...known, ...asked]
}
