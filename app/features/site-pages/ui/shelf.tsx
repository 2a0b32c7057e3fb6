import type { ReactNode } from 'react'
import { Link } from 'react-router'
import productCards from '~/features/products/ui/product-list.module.css'
import { ButtonLink } from '~/ui/button.tsx'
import css from './shelf.module.css'

export const shelfCards = `${productCards.cards} ${css.cards}`

interface ShelfProps {
  readonly id: string
  readonly heading: string
  readonly lead?: string | undefined
  readonly to: string
  /** Text of the link to `to`. */
  readonly all: string
  readonly children: ReactNode
}

/** Products or recipes on the home page, with a link to all of them. */
export function Shelf({ id, heading, lead, to, all, children }: ShelfProps) {
  return (
    <section aria-labelledby={id} className={css.shelf}>
      <h2 id={id}>{heading}</h2>
      {lead === undefined ? null : <p>{lead}</p>}
      {children}
      <p className={css.all}>
        <ButtonLink to={to} look="secondary">
          {all}
        </ButtonLink>
      </p>
    </section>
  )
}

const widths = '(min-width: 48rem) 21rem, 46vw'

/** `avif` and `webp` as in `srcset`. */
interface PictureLink {
  readonly to: string
  readonly title: string
  readonly src: string
  readonly avif?: string | undefined
  readonly webp?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Linked pictures with titles. */
export function PictureLinks({ links }: { readonly links: readonly PictureLink[] }) {
  return (
    <ul className={shelfCards}>
      {links.map(({ to, title, src, avif, webp, width, height }) => (
        <li key={to}>
          <Link to={to} className={css.work}>
            <picture>
              {avif && <source type="image/avif" srcSet={avif} sizes={widths} />}
              {webp && <source type="image/webp" srcSet={webp} sizes={widths} />}
              <img src={src} alt="" width={width} height={height} loading="lazy" decoding="async" />
            </picture>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
