import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { publishedStatus } from '~/features/products/rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import type { ListedProduct } from '../list.rules.ts'
import { badgesOf } from '../rules.ts'
import css from './product-cells.module.css'

/** What is being typed in the place of a price. */
export interface PriceEdit {
  /** Null for the price that is stored. */
  readonly typed: string | null
  readonly error: string | undefined
}

/** As the list of products shows it; a price is changed in its place by the owner, of the shop's own products. */
export type ShownProduct = ListedProduct & {
  readonly mayChangePrice: boolean
  readonly edit: PriceEdit | null
  /** Its price was changed by the press before. */
  readonly isSaved: boolean
}

function Badges({ names }: { readonly names: readonly string[] }) {
  return (
    <span className={css.badges}>
      {names.map((name) => (
        <span key={name} className={css.badge}>
          {name}
        </span>
      ))}
    </span>
  )
}

/** Picture and number; on a phone, where there are no columns, all that tells a product from others. */
export const productCell = (row: ShownProduct) => (
  <span className={css.product}>
    <Picture url={row.picture} alt="" sizes="56px" side={56} />
    <span>
      <strong>{row.number}</strong>
      <span className={css.onPhone}>
        {' '}
        {inPhrases(nameWithColour(row))}
        <Badges names={badgesOf(row)} />
      </span>
    </span>
  </span>
)

export const priceOnPhone = ({ price }: ShownProduct) =>
  price === null ? '価格確認中' : `${formatNumber(price)}円`

/** The form of the price that is being changed; the table around it is a form itself. */
export const priceForm = 'price'

const toEdit = (search: string, number: string): string => {
  const asked = new URLSearchParams(search)
  asked.set('price', number)
  asked.delete('done')
  return `?${asked}`
}

function PriceLink({ row }: { readonly row: ShownProduct }) {
  const { search } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const { number, isSaved } = row
  // Where she was typing it is shown again, and the keyboard goes on from there.
  useEffect(() => {
    if (isSaved) link.current?.focus({ preventScroll: true })
  }, [isSaved])
  return (
    <Link ref={link} to={toEdit(search, number)} className={css.price} preventScrollReset replace>
      {isSaved ? <span aria-hidden="true">✓ </span> : null}
      {priceOnPhone(row)}
      <span className="visually-hidden">（変える）</span>
    </Link>
  )
}

function PriceField({ row, edit }: { readonly row: ShownProduct; readonly edit: PriceEdit }) {
  const { number, changedAt } = row
  const id = useId()
  return (
    <span className={css.edit}>
      <input type="hidden" name="number" value={number} form={priceForm} />
      <input type="hidden" name="version" value={changedAt} form={priceForm} />
      <input
        // biome-ignore lint/a11y/noAutofocus: she has pressed the price to type another one
        autoFocus
        name="price"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        form={priceForm}
        aria-label={`${number}の価格（円）`}
        defaultValue={edit.typed ?? String(row.price ?? '')}
        aria-invalid={edit.error === undefined ? undefined : true}
        aria-describedby={edit.error === undefined ? undefined : id}
      />
      <Button type="submit" form={priceForm}>
        保存
      </Button>
      {edit.error === undefined ? null : (
        <span id={id} role="alert" className="error">
          {edit.error}
        </span>
      )}
    </span>
  )
}

export const priceCell = (row: ShownProduct) => {
  if (row.edit !== null) return <PriceField row={row} edit={row.edit} />
  return row.mayChangePrice ? <PriceLink row={row} /> : priceOnPhone(row)
}

const units = (count: number | null, type: ShownProduct['type']) =>
  count === null ? '—' : `${formatNumber(count)}${type === 'kit' ? '点' : '枚'}`

export const colourCell = ({ colour }: ShownProduct) => <span className={css.nowrap}>{colour}</span>
export const typeCell = ({ type }: ShownProduct) => (type === 'kit' ? 'キット' : '生地')
export const longestCell = ({ longest, type }: ShownProduct) => units(type === 'kit' ? null : longest, type)
export const totalCell = ({ total, type }: ShownProduct) => units(total, type)
export const soldCell = ({ sold, type }: ShownProduct) => (sold === 0 ? '' : units(sold, type))
export const changedCell = ({ changedAt }: ShownProduct) => (
  <span className={css.nowrap}>{deskMoment(changedAt)}</span>
)

export const stateCell = (row: ShownProduct) => {
  const more = badgesOf(row).filter((name) => name !== 'キット' && name !== row.status)
  return (
    <span className={css.state}>
      <span className={row.status === publishedStatus ? undefined : css.notSold}>{row.status}</span>
      {more.length === 0 ? null : <Badges names={more} />}
    </span>
  )
}
