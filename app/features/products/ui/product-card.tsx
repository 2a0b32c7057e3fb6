import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { formatYen } from '~/kernel/money.ts'
import { cutText } from '~/kernel/text.ts'
import { inPhrases } from '~/ui/phrases.tsx'
import {
  descriptionWithoutColour,
  factsOfProduct,
  longestLine,
  nameWithColour,
} from '../description.rules.ts'
import {
  isForSale,
  type Kit,
  type KitLevel,
  levelName,
  pictureOfProduct,
  productPath,
  type SellableProduct,
} from '../rules.ts'
import fabricCss from './fabric-card.module.css'
import kitCss from './kit-card.module.css'
import { useBuyable } from './shop-closure.tsx'

/** The hash that もっと見る leads to; `place` counts from 0. */
export const productCardId = (place: number): string => `item-${place + 1}`

export const fabricsSectionId = 'goes-with'

/** Smaller than the layout on phones: three pixels per point are invisible but cost data. */
const cardSizes = '(min-width: 90rem) 12.4rem, (min-width: 48rem) 18rem, 30vw'

interface CardProps<Product> {
  readonly product: Product
  /** Counts from 0; the first picture loads at once. */
  readonly place: number
  /** Price and button; a fabric's price is shown apart. */
  readonly sale: ReactNode
  readonly sizes?: string
  /** The link to recipes on the picture. */
  readonly made?: ReactNode
  /** How much fabric a kit needs beside what the cart holds, in the place of its size (C28). */
  readonly need?: ReactNode
}

export function ProductCard({ product, ...props }: CardProps<SellableProduct | Kit>) {
  return 'level' in product ? (
    <KitCard product={product} {...props} />
  ) : (
    <FabricCard product={product} {...props} />
  )
}

function FabricCard({ product, place, sale, sizes, made }: CardProps<SellableProduct>) {
  const name = nameWithColour(product)
  return (
    <li id={productCardId(place)} className={fabricCss.card} {...cardState(useBuyable(product))}>
      <div className={fabricCss.swatch}>
        <Photograph
          className={fabricCss.picture}
          product={product}
          alt={`${name}の布地`}
          {...{ place, sizes }}
        />
      </div>
      <Name className={fabricCss.name} product={product} name={name} />
      <p className={fabricCss.number}>{`管理番号 ${product.number}`}</p>
      <InShort fabric={product} />
      {made}
      <div className={fabricCss.sale}>
        <FabricPrice price={product.price} />
        {sale}
      </div>
    </li>
  )
}

function KitCard({ product, place, sale, sizes, made, need }: CardProps<Kit>) {
  const { name, level, fabricSize, description } = product
  return (
    <li className={kitCss.card} {...cardState(useBuyable(product))}>
      <Photograph
        className={kitCss.picture}
        product={product}
        alt={`${name}の仕上がり`}
        {...{ place, sizes }}
      />
      <div className={kitCss.words}>
        <LevelBadge level={level} />
        <Name className={kitCss.name} product={product} name={name} />
        <p>
          <Link to={`${productPath(product)}#${fabricsSectionId}`} reloadDocument className={kitCss.size}>
            <span>
              布は別売り <span className={kitCss.label}>{fabricSize}</span>
              <span className="visually-hidden">（{name}）</span>
            </span>
            {need}
          </Link>
        </p>
        {description === '' ? null : <p className={kitCss.comment}>{cutText(description, longestLine)}</p>}
      </div>
      <div className={kitCss.sale}>{sale}</div>
      {made}
    </li>
  )
}

const cardState = (product: SellableProduct) => ({
  tabIndex: -1,
  'data-not-for-sale': isForSale(product) ? undefined : true,
})

function Photograph({
  product,
  alt,
  place,
  className,
  sizes = cardSizes,
}: {
  readonly product: SellableProduct
  readonly alt: string
  readonly place: number
  readonly className: string | undefined
  readonly sizes: string | undefined
}) {
  return (
    <Picture
      className={className}
      url={pictureOfProduct(product)}
      alt={alt}
      sizes={sizes}
      side={600}
      eager={place === 0}
    />
  )
}

function Name({
  product,
  name,
  className,
}: {
  readonly product: SellableProduct
  readonly name: string
  readonly className: string | undefined
}) {
  return (
    <h3 className={className}>
      <Link to={productPath(product)}>{inPhrases(name)}</Link>
    </h3>
  )
}

/** Price of a 50 cm square, or that it is not certain now (C9). */
export function FabricPrice({ price }: { readonly price: SellableProduct['price'] }) {
  if (price === null) return <p className={fabricCss.unknownPrice}>価格確認中</p>
  return (
    <p className={fabricCss.price}>
      <strong className={fabricCss.amount}>
        <span>{formatYen(price)}</span>円（税込）
      </strong>
      <span className={fabricCss.unit}>50cm角</span>
    </p>
  )
}

/** In one line: material and thickness, or else the description, which stands on its page (W23). */
function InShort({ fabric }: { readonly fabric: SellableProduct }) {
  const { material, thickness } = factsOfProduct(fabric)
  const told = [material, thickness].filter((fact) => fact !== '')
  const text = told.length === 0 ? cutText(descriptionWithoutColour(fabric), longestLine) : told.join('、')
  return text === '' ? null : <p className={fabricCss.short}>{text}</p>
}

const marks: Readonly<Record<KitLevel, string>> = {
  beginner: '●○○',
  intermediate: '●●○',
  advanced: '●●●',
  other: '',
}

const looks: Readonly<Record<KitLevel, string | undefined>> = {
  beginner: kitCss.beginner,
  intermediate: kitCss.intermediate,
  advanced: kitCss.advanced,
  other: kitCss.other,
}

/** A word and dots, so that nothing depends on colour alone (R34). */
export function LevelBadge({ level }: { readonly level: KitLevel }) {
  return (
    <p className={`${kitCss.badge} ${looks[level]}`}>
      <span className="visually-hidden">レベル：</span>
      {levelName(level)}
      {marks[level] === '' ? null : <span aria-hidden="true">{marks[level]}</span>}
    </p>
  )
}
