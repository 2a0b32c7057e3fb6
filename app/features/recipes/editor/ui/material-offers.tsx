import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { priceOf } from '~/features/recipes/materials/texts.ts'
import { href } from '~/href.ts'
import { Combobox } from '~/ui/combobox.tsx'
import { useProposed } from '~/ui/use-proposed.ts'
import type { Offer, OfferedProduct } from '../../materials/rules.ts'
import css from './material-offers.module.css'

const longestAsked = 100

/** Suggests our fabrics and kits for a line's text; nothing without an answer (W6). */
export function MaterialOffers({
  field,
  isTied,
  onChoose,
}: {
  readonly field: RefObject<HTMLInputElement | null>
  /** A chosen product stays while typing continues. */
  readonly isTied: boolean
  readonly onChoose: (product: OfferedProduct, byLastWord: boolean) => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const offer = useProposed<Offer>(isTied ? '' : typed, (q) =>
    href('/api/material-products', { q: q.slice(0, longestAsked) }),
  )
  const isOpen = (offer?.products.length ?? 0) > 0
  useEffect(() => {
    if (isOpen && field.current !== null) makeRoomBelow(field.current)
  }, [isOpen, field])
  return (
    <Combobox
      field={field}
      label="お店の生地とキット"
      inFlow
      options={offer?.products ?? []}
      keyOf={({ number }) => number}
      onText={setTyped}
      onChoose={(product) => onChoose(product, offer?.byLastWord ?? false)}
    >
      {(product) => (
        <span className={css.offer}>
          <img src={smallPictureUrl(product.picture)} alt="" width="48" height="48" decoding="async" />
          <span className={css.called}>
            {product.called}
            <small>
              <span>{product.number}</span>
              <span>{priceOf(product)}</span>
            </small>
          </span>
        </span>
      )}
    </Combobox>
  )
}

/** In px: below the sticky header, and enough for some products. */
const room = { above: 140, below: 260 }

/** On a phone the line is just above the keyboard, which would cover the suggestions. */
const makeRoomBelow = (field: HTMLElement) => {
  const { top, bottom } = field.getBoundingClientRect()
  const seen = window.visualViewport?.height ?? window.innerHeight
  const missing = Math.min(room.below - (seen - bottom), top - room.above)
  if (missing > 0) window.scrollBy({ top: missing, behavior: 'instant' })
}
