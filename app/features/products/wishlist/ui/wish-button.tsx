import { type ReactNode, useState } from 'react'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Icon } from '~/ui/icon.tsx'
import { Notice } from '~/ui/notice.tsx'
import { isKept, mostKept, without, withWish } from '../rules.ts'
import { readKept, useWishlist, wishlistKey, writeKept } from './kept-products.ts'
import css from './wish-button.module.css'

const troubles = {
  full: `「気になるリスト」に入れられるのは${mostKept}点までです。リストからいくつか外して、もう一度お試しください。`,
  refused:
    'この端末に保存できませんでした。ブラウザーの設定や空き容量をお確かめのうえ、もう一度お試しください。',
}

/** See LaterWish. */
export default function Wish({ product }: { readonly product?: SellableProduct }): ReactNode {
  return product === undefined ? <WishNumber /> : <WishButton product={product} />
}

function WishNumber() {
  const { length } = useWishlist() ?? []
  if (length === 0) return null
  return (
    <span className={css.number}>
      {length}
      <span className="visually-hidden">点</span>
    </span>
  )
}

/**
 * Adds a product to this device's wishes or removes it (P32). Invisible without script: on a card, its nearest positioned ancestor,
 * it overlays the picture; with `worded` its place is reserved.
 */
export function WishButton({
  product,
  worded = false,
}: {
  readonly product: SellableProduct
  readonly worded?: boolean
}) {
  const wishes = useWishlist()
  const [trouble, setTrouble] = useState<keyof typeof troubles | null>(null)
  if (wishes === null && !worded) return null
  const isWished = isKept(wishes ?? [], product.number)
  const name = nameWithColour(product)
  const toggle = () => {
    // Read again: another tab may have changed it.
    const now = readKept(wishlistKey)
    if (now === null) return setTrouble('refused')
    const next = isWished ? without(now, product.number) : withWish(now, { number: product.number, name })
    if (next === null) return setTrouble('full')
    setTrouble(writeKept(wishlistKey, next) ? null : 'refused')
  }
  return (
    <>
      <button
        type="button"
        className={worded ? css.worded : css.heart}
        data-waits={wishes === null || undefined}
        aria-pressed={isWished}
        aria-label={`気になる：${name}`}
        onClick={toggle}
      >
        <Icon name="heart" />
        {worded ? '気になる' : null}
      </button>
      {trouble === null ? null : (
        <EdgeNotice urgent>
          <Notice kind="error" actions={<CloseNotice onClose={() => setTrouble(null)} />}>
            {troubles[trouble]}
          </Notice>
        </EdgeNotice>
      )}
    </>
  )
}
