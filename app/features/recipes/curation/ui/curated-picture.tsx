import type { ReactNode } from 'react'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import css from './curated-picture.module.css'

/** Of a keyword: its picture, or the fabric swatch of its place (from 0) in the list. */
export function KeywordSwatch({ image, at }: { readonly image: string; readonly at: number }) {
  return image === '' ? (
    <span className={css.swatch} data-pattern={at % 4} />
  ) : (
    <img className={css.swatch} src={smallPictureUrl(image)} alt="" width="28" height="28" />
  )
}

/** Of a situation: its picture, or its drawing on the fabric of its place (from 0) in the list. */
export function SituationPicture({
  id,
  image,
  at,
  sizes,
}: {
  readonly id: string
  readonly image: string
  readonly at: number
  readonly sizes: string
}) {
  return (
    <span className={css.drawing} data-pattern={at % 4}>
      {image === '' ? <SituationDrawing id={id} /> : <Picture url={image} alt="" sizes={sizes} />}
    </span>
  )
}

const drawings: Readonly<Record<string, ReactNode>> = {
  'elementary-school': (
    <path d="M14 46V22c0-8 5-12 14-12h8c9 0 14 4 14 12v24a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4zM26 10V7h12v3M14 30h36M28 30v8h8v-8M10 26v14M54 26v14" />
  ),
  kindergarten: (
    <path d="M12 40c0-14 8-22 20-22s20 8 20 22M8 40h48v5H8zM32 18v-5M22 45c0 7 4 11 10 11s10-4 10-11M24 24l-4 16M40 24l4 16" />
  ),
  grandparents: (
    <path d="M14 24h32v12c0 9-6 15-16 15s-16-6-16-15zM46 28h4c4 0 6 3 6 6s-2 6-6 6h-5M10 56h40M24 9c-3 3 3 5 0 9M32 9c-3 3 3 5 0 9M40 9c-3 3 3 5 0 9" />
  ),
  gift: (
    <path d="M10 26h44v10H10zM14 36h36v18H14zM32 26v28M32 26c-4-12-16-14-16-6 0 6 9 6 16 6zM32 26c4-12 16-14 16-6 0 6-9 6-16 6z" />
  ),
}

/** Decorative; the present is the default. */
function SituationDrawing({ id }: { readonly id: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width="64"
      height="64"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[id] ?? drawings.gift}
    </svg>
  )
}
