import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { formatYen } from '~/kernel/money.ts'
import { codePointLength, cutText } from '~/kernel/text.ts'
import { descriptionWithoutColour, nameWithColour } from '../description.rules.ts'
import { isForSale, pictureOfProduct, productPath, type SellableProduct } from '../rules.ts'
import css from './fabric-card.module.css'

const longDescription = 140
const excerptLength = 60

/** The hash of もっと見る; `place` from 0. */
export const cardId = (place: number): string => `item-${place + 1}`

/** On a phone a little less than it is: three pixels for each point of a cloth are seen by nobody, and paid for by everybody. */
const cardSizes = '(min-width: 48rem) 18rem, 30vw'

export function FabricCard({
  fabric,
  place,
  buy,
  sizes = cardSizes,
}: {
  readonly fabric: SellableProduct
  readonly place: number
  readonly buy: ReactNode
  readonly sizes?: string
}) {
  const { number, price } = fabric
  const name = nameWithColour(fabric)
  return (
    <li
      id={cardId(place)}
      className={css.card}
      tabIndex={-1}
      data-not-for-sale={isForSale(fabric) ? undefined : true}
    >
      <div className={css.swatch}>
        <Picture
          className={css.cloth}
          url={pictureOfProduct(fabric)}
          alt={`${name}の布地`}
          sizes={sizes}
          side={600}
          eager={place === 0}
        />
      </div>
      <h3 className={css.name}>
        <Link to={productPath(fabric)}>{name}</Link>
      </h3>
      <p className={css.number}>{`管理番号 ${number}`}</p>
      <Description text={descriptionWithoutColour(fabric)} />
      <div className={css.sale}>
        <FabricPrice price={price} />
        {buy}
      </div>
    </li>
  )
}

/** Of one 50 cm square, or that it is not certain now (C9). */
export function FabricPrice({ price }: { readonly price: SellableProduct['price'] }) {
  if (price === null) return <p className={css.unknownPrice}>価格確認中</p>
  return (
    <p className={css.price}>
      <strong className={css.amount}>
        <span>{formatYen(price)}</span>円（税込）
      </strong>
      <span className={css.unit}>50cm角</span>
    </p>
  )
}

function Description({ text }: { readonly text: string }) {
  if (text === '') return null
  if (codePointLength(text) <= longDescription) return <p className={css.description}>{text}</p>
  return (
    <details className={css.long}>
      <summary>
        <span className={css.excerpt}>{cutText(text, excerptLength)}</span>
        <span className={css.open}>説明をすべて読む</span>
        <span className={css.close}>説明を閉じる</span>
      </summary>
      <p className={css.description}>{text}</p>
    </details>
  )
}
