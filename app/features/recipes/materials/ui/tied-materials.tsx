import { Link } from 'react-router'
import { unitLimit } from '~/features/cart/rules.ts'
import { QuantityStepper } from '~/features/cart/ui/quantity-stepper.tsx'
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
import { useBuyable, useWhyClosed, useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { TiedMaterial } from '../types.ts'
import css from './tied-materials.module.css'
import type { WantedMaterials } from './use-wanted-materials.ts'

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
