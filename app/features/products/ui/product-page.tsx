import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { colourOf, factsOfProduct, nameWithColour } from '../description.rules.ts'
import { shownFacts } from '../fields.rules.ts'
import type { ListForKit } from '../near-fabrics.rules.ts'
import {
  isForSale,
  type Kit,
  type ProductOfPage,
  pictureOfProduct,
  productPath,
  type SellableProduct,
  whyStopped,
} from '../rules.ts'
import { fabricsSectionId, ProductCard } from './product-card.tsx'
import { sixCards } from './product-grid.ts'
import css from './product-page.module.css'

type LayoutParts = Readonly<Record<'pictures' | 'buying' | 'about' | 'children', ReactNode>>

/**
 * What is told of the product stands below its pictures, `beside` below what one buys with, the rest below both over the full width
 * (W61); `first` is before all of them. Prints on one sheet, which ends with the page's address, `path` (W24).
 */
export function ProductLayout({
  pictures,
  buying,
  first = null,
  about,
  beside,
  children,
  path,
}: LayoutParts & { readonly path: string; readonly first?: ReactNode; readonly beside?: ReactNode }) {
  const { origin } = useSiteFacts()
  return (
    <div className={first === null ? css.product : `${css.product} ${css.withFirst}`}>
      <div className={css.pictures}>{pictures}</div>
      <div className={css.buying}>{buying}</div>
      {first === null ? null : <div className={css.first}>{first}</div>}
      <div className={css.about}>{about}</div>
      {beside === undefined ? null : <div className={css.beside}>{beside}</div>}
      <div className={css.rest}>{children}</div>
      <p className={css.address}>{`${origin}${path}`}</p>
    </div>
  )
}

/** The price comes first; large text moves the buttons below it. */
export function PriceRow({ children }: { readonly children: ReactNode }) {
  return <div className={css.price}>{children}</div>
}

/** Labels are colours, or numbers for fabrics without one. */
export function ColourChips({ colours, number }: { colours: readonly SellableProduct[]; number: string }) {
  if (colours.length < 2) return null
  return (
    <nav aria-label="色を選ぶ">
      <ul className={`row-2 ${css.chips}`}>
        {colours.map((fabric) => (
          <li key={fabric.number}>
            <Link
              to={productPath(fabric)}
              className={css.chip}
              aria-current={fabric.number === number ? 'page' : undefined}
            >
              <Picture url={pictureOfProduct(fabric)} alt="" sizes="36px" side={36} />
              {colourOf(fabric) ?? fabric.number}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AboutProduct({
  heading,
  text,
  facts,
}: {
  readonly heading: string
  readonly text: string
  readonly facts: ReadonlyArray<{ readonly name: string; readonly value: string }>
}) {
  return (
    <section aria-labelledby="about-product">
      <h2 id="about-product" className={css.heading}>
        {heading}
      </h2>
      {text === '' ? null : <p className={css.text}>{text}</p>}
      <dl className={css.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** With a table of the facts that are told (P28). */
export function AboutFabric({ fabric }: { readonly fabric: ProductOfPage }) {
  return (
    <AboutProduct
      heading="この生地について"
      text={fabric.text}
      facts={[
        ...shownFacts(factsOfProduct(fabric)),
        { name: '販売の単位', value: '50cm角' },
        { name: '管理番号', value: fabric.number },
      ]}
    />
  )
}

/** The kits that are made of a fabric. */
export function KitsOfFabric({ kits }: { readonly kits: readonly SellableProduct[] }) {
  if (kits.length === 0) return null
  return (
    <section aria-labelledby="kits-of-it">
      <h2 id="kits-of-it" className={css.heading}>
        この生地で作れるキット
      </h2>
      <ul className="row-2">
        {kits.map((product) => (
          <li key={product.number}>
            <Link to={productPath(product)} className={css.other}>
              <Picture url={pictureOfProduct(product)} alt="" sizes="64px" side={64} />
              {nameWithColour(product)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fabrics as a grid of their cards, with prices; nothing without any. */
export function FabricGrid({
  id,
  heading,
  fabrics,
}: {
  readonly id: string
  readonly heading: string
  readonly fabrics: readonly SellableProduct[]
}) {
  if (fabrics.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {heading}
      </h2>
      <ul className={`${sixCards.className} ${css.cards}`}>
        {fabrics.map((fabric, at) => (
          <ProductCard
            key={fabric.number}
            product={fabric}
            place={at + 1}
            sizes={sixCards.sizes}
            sale={isForSale(fabric) ? null : <p className="soft">{whyStopped(fabric)}</p>}
          />
        ))}
      </ul>
    </section>
  )
}

/** Similar fabrics and matching plain ones (W14). */
export function NearFabrics({
  alike,
  plain,
}: Readonly<Record<'alike' | 'plain', readonly SellableProduct[]>>) {
  const heading = plain.length === 0 ? '似た柄' : alike.length === 0 ? '合う無地' : '似た柄と合う無地'
  return <FabricGrid id="near-fabrics" heading={heading} fabrics={[...alike, ...plain]} />
}

/** Stands in for fabrics that the owner names, when none of them is for sale (W15). */
export function ChooseFabric({
  fabrics,
  list,
}: {
  readonly fabrics: readonly SellableProduct[]
  readonly list: ListForKit | null
}) {
  if (fabrics.some(isForSale)) return null
  const id = fabrics.length > 0 ? undefined : fabricsSectionId
  if (list === null) return <p id={id}>いまお買い求めいただける布がありません。</p>
  const { material, order } = list
  const narrowed = { material: material ?? undefined, sort: order === 'usual' ? undefined : order }
  return (
    <p id={id}>
      <ButtonLink to={href('/all-products', narrowed)} look="secondary">
        布を選ぶ
      </ButtonLink>
    </p>
  )
}

export function AboutKit({ kit: { description, fabricSize, number } }: { readonly kit: Kit }) {
  return (
    <AboutProduct
      heading="このキットについて"
      text={description}
      facts={[
        ...(fabricSize === '' ? [] : [{ name: '使う布（別売り）', value: fabricSize }]),
        { name: '販売の単位', value: '1種類につき1点' },
        { name: '管理番号', value: number },
      ]}
    />
  )
}

/** For numbers that are not sold, or no longer (P28). */
export function ProductMissing({ list, what }: { readonly list: string; readonly what: string }) {
  const heading = `この${what}は、いま販売していません`
  return (
    <Page narrow heading={heading} lead={<p>販売を終えたか、アドレスが変わった可能性があります。</p>}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink to={list}>{what}の一覧を見る</ButtonLink>
      </p>
    </Page>
  )
}
