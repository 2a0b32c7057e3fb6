import { useState } from 'react'
import { Link } from 'react-router'
import { canBeBought, cartProductOf, lineNumbered, unitLimit } from '~/features/cart/rules.ts'
import { addSeveral, severalAhead, type WantedProduct } from '~/features/cart/several.rules.ts'
import { shortAheadText } from '~/features/cart/several.texts.ts'
import type { Cart } from '~/features/cart/types.ts'
import { NeedsScript } from '~/features/cart/ui/buy-buttons.tsx'
import { QuantityStepper } from '~/features/cart/ui/quantity-stepper.tsx'
import { useCart, useCartStore } from '~/features/cart/ui/use-cart.tsx'
import { useOnePress } from '~/features/cart/ui/use-one-press.ts'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import {
  isForSale,
  joinedPiece,
  mostInWords,
  pictureOfProduct,
  productPath,
  type SellableProduct,
} from '~/features/products/rules.ts'
import {
  useBuyable,
  useHowBuyable,
  useWhyClosed,
  useWhyStopped,
} from '~/features/products/ui/shop-closure.tsx'
import { formatYen, formatYenTaxIncluded } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { TiedMaterial } from '../rules.ts'
import css from './tied-materials.module.css'

interface WantedMaterials {
  readonly tied: readonly TiedMaterial[]
  readonly unitsAt: (at: number) => number
  readonly setUnitsAt: (at: number, units: number) => void
  readonly most: number
  readonly wanted: readonly WantedProduct[]
}

/** Starts with the recipe's units; what cannot be bought is left out (W3). */
export const useWantedMaterials = (tied: readonly TiedMaterial[]): WantedMaterials => {
  const { terms } = useCartStore()
  const whyStopped = useWhyStopped()
  const buyable = useHowBuyable()
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const most = terms.unitsPerLine
  const unitsAt = (at: number) => chosen[at] ?? Math.min(most, tied[at]?.units ?? 1)
  const wanted = together(
    tied.flatMap(({ product }, at) =>
      product === null || whyStopped(product) !== undefined
        ? []
        : [{ product: buyable(product), units: unitsAt(at) }],
    ),
  )
  return {
    tied,
    unitsAt,
    setUnitsAt: (at, units) => setChosen({ ...chosen, [at]: units }),
    most,
    wanted,
  }
}

/** Adds up the units of lines with the same product; a kit is always one. */
const together = (
  lines: ReadonlyArray<{ readonly product: SellableProduct; readonly units: number }>,
): readonly WantedProduct[] => {
  const products = new Map<string, WantedProduct>()
  for (const { product: sold, units } of lines) {
    const product = cartProductOf(sold)
    if (!canBeBought(product)) continue
    const before = products.get(sold.number)?.quantity ?? 0
    products.set(sold.number, { product, quantity: sold.type === 'kit' ? 1 : before + units })
  }
  return [...products.values()]
}

export const tiedId = 'tied'

/** Adds all tied materials that can be bought (W3); says before what it will do to this cart (C27). */
export function BuyTogether({ wanted: { tied, wanted } }: { readonly wanted: WantedMaterials }) {
  const { cart, actions } = useCart()
  const whyClosed = useWhyClosed()
  const isSamePress = useOnePress()
  if (tied.length === 0) return null
  const inCart = unitsTogether(cart, wanted)
  const { units, amount, freeKits, short } = severalAhead(cart, wanted, actions.terms)
  const without = new Set(tied.map(({ number }) => number)).size - wanted.length
  return (
    <div id={tiedId} className={css.together}>
      {wanted.length === 0 ? (
        <p>{whyClosed ?? 'この作品の材料のうち、いまお店で買えるものはありません。'}</p>
      ) : (
        <>
          <Button
            wide
            aria-disabled={units === 0}
            onClick={(event) => {
              // C25; what was taken out again may be added at once.
              if (isSamePress(event, wantedKey(wanted)) && inCart > 0) return
              actions.change((now) => addSeveral(now, wanted, actions.terms))
            }}
          >
            <span>
              材料を
              <wbr />
              まとめて
              <wbr />
              カートに
              <wbr />
              入れる{' '}
              <span className={css.sum}>
                {units === 0 ? 'これ以上は入りません' : `${units}点 ${formatYen(amount)}円`}
              </span>
              {inCart === 0 ? null : <span className={css.inCart}> カートに{inCart}点</span>}
            </span>
          </Button>
          {freeKits === 0 ? null : <p>キット{freeKits}点分は、生地といっしょなので無料です。</p>}
          {short.length === 0 ? null : <p>{shortAheadText(short)}</p>}
          {without === 0 ? null : <p>いま買えない{without}種類は入りません。</p>}
          <NeedsScript />
        </>
      )}
    </div>
  )
}

const wantedKey = (wanted: readonly WantedProduct[]): string =>
  wanted.map(({ product, quantity }) => `${product.managementNumber} ${quantity}`).join('\n')

const unitsTogether = (cart: Cart, wanted: readonly WantedProduct[]): number =>
  wanted.reduce((sum, { product }) => sum + (lineNumbered(cart, product.managementNumber)?.quantity ?? 0), 0)

export function TiedLine({ line, wanted }: { readonly line: number; readonly wanted: WantedMaterials }) {
  const { tied, unitsAt, setUnitsAt, most } = wanted
  return tied.map((material, at) =>
    material.line !== line ? null : material.product === null ? (
      <LeftProduct key={material.number} material={material} />
    ) : (
      <TiedProduct
        key={material.number}
        product={material.product}
        near={material.near}
        units={unitsAt(at)}
        most={most}
        onChange={(units) => setUnitsAt(at, units)}
      />
    ),
  )
}

function TiedProduct({
  product: shown,
  near,
  units,
  most,
  onChange,
}: {
  readonly product: SellableProduct
  readonly near: readonly SellableProduct[]
  readonly units: number
  readonly most: number
  readonly onChange: (units: number) => void
}) {
  const { joined } = useSiteFacts()
  const whyStopped = useWhyStopped()
  const isClosed = useWhyClosed() !== null
  const product = useBuyable(shown)
  const isShort = product.most !== undefined && units > product.most
  const piece = isShort
    ? `いま、${mostInWords(product.most ?? 0, joined)}お届けできます`
    : joinedPiece(product.type, units, joined)
  return (
    <div className={css.tied}>
      <Swatch product={product} />
      <div className={css.words}>
        <p className={css.name}>
          <Link to={productPath(product)}>{nameWithColour(product)}</Link>
        </p>
        <p className={css.facts}>
          {product.price === null ? null : <span>{priceText(product)}</span>}
          <span className="small">
            {whyStopped(shown) ?? (product.price === null ? '価格確認中' : '販売中')}
          </span>
        </p>
        {isForSale(product) && !isClosed && product.type === 'fabric' ? (
          <div className={css.units}>
            <QuantityStepper
              called={`${nameWithColour(product)}（${product.number}）`}
              quantity={units}
              limit={Math.max(units, unitLimit(product, { unitsPerLine: most }))}
              onChange={onChange}
            />
            <span className="small">{piece ?? '50cm角 1枚'}</span>
          </div>
        ) : null}
        <Near products={near} />
      </div>
    </div>
  )
}

const priceText = ({ price, type }: SellableProduct): string =>
  price === null ? '価格確認中' : `${formatYenTaxIncluded(price)}${type === 'fabric' ? '／50cm角' : ''}`

function LeftProduct({ material: { name, number, near } }: { readonly material: TiedMaterial }) {
  return (
    <div className={css.tied}>
      <span className={css.nothing} aria-hidden="true" />
      <div className={css.words}>
        <p>
          {name === '' ? '' : `${name}　`}
          {number}
        </p>
        <p className="small">販売を終えました</p>
        <Near products={near} />
      </div>
    </div>
  )
}

function Near({ products }: { readonly products: readonly SellableProduct[] }) {
  if (products.length === 0) return null
  return (
    <ul className={css.near}>
      {products.map((product) => (
        <li key={product.number}>
          <Swatch product={product} />
          <p>
            <span className={css.mark}>似た生地</span>{' '}
            <Link to={productPath(product)}>{nameWithColour(product)}</Link> {priceText(product)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Swatch({ product }: { readonly product: SellableProduct }) {
  return (
    <img
      className={css.swatch}
      src={smallPictureUrl(pictureOfProduct(product))}
      alt=""
      width="64"
      height="64"
      loading="lazy"
      decoding="async"
    />
  )
}
