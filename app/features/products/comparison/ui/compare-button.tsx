import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { isKept } from '~/features/products/wishlist/rules.ts'
import wishes from '~/features/products/wishlist/ui/wish-button.module.css'
import { href } from '~/href.ts'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Icon } from '~/ui/icon.tsx'
import { Notice } from '~/ui/notice.tsx'
import { mostCompared } from '../rules.ts'
import css from './compare-button.module.css'
import { toggleCompared, useCompared } from './use-compared.ts'

const troubles = {
  full: `くらべられるのは${mostCompared}点までです。表からいくつか外して、もう一度お試しください。`,
  refused:
    'この端末に保存できませんでした。ブラウザーの設定や空き容量をお確かめのうえ、もう一度お試しください。',
}

/** See LaterCompare. */
export default function Compare({ product }: { readonly product?: SellableProduct }): ReactNode {
  return product === undefined ? <CompareBar /> : <CompareButton product={product} />
}

function CompareBar() {
  const { length } = useCompared() ?? []
  if (length === 0) return null
  return (
    <p className={css.bar} data-bottom-bar>
      <TableLink count={length} />
    </p>
  )
}

function TableLink({ count }: { readonly count: number }) {
  return (
    <Link to={href('/compare')} className={css.link}>
      <Icon name="compare" size={20} />
      {count}点をくらべる
    </Link>
  )
}

/**
 * Adds a product to this device's table or removes it (W22); invisible without script. On a card, the nearest positioned ancestor, it
 * lies below the heart; `worded` keeps its space in the page and adds a link to the table.
 */
export function CompareButton({
  product,
  worded = false,
}: {
  readonly product: SellableProduct
  readonly worded?: boolean
}) {
  const compared = useCompared()
  const [trouble, setTrouble] = useState<keyof typeof troubles | null>(null)
  if (compared === null && !worded) return null
  const isCompared = isKept(compared ?? [], product.number)
  const name = nameWithColour(product)
  const button = (
    <button
      type="button"
      className={`${css.compare} ${worded ? wishes.worded : `${wishes.heart} ${css.onPicture}`}`}
      data-waits={compared === null || undefined}
      aria-pressed={isCompared}
      aria-label={`くらべる：${name}`}
      title={worded ? undefined : 'くらべる'}
      onClick={() => setTrouble(toggleCompared({ number: product.number, name }))}
    >
      <Icon name="compare" />
      {worded ? 'くらべる' : null}
    </button>
  )
  return (
    <>
      {worded ? (
        <div className={css.pair}>
          {button}
          {compared === null || compared.length === 0 ? null : <TableLink count={compared.length} />}
        </div>
      ) : (
        button
      )}
      {trouble === null ? null : (
        <EdgeNotice urgent>
          <Notice
            kind="error"
            actions={
              <>
                {trouble === 'full' ? <TableLink count={mostCompared} /> : null}
                <CloseNotice onClose={() => setTrouble(null)} />
              </>
            }
          >
            {troubles[trouble]}
          </Notice>
        </EdgeNotice>
      )}
    </>
  )
}
