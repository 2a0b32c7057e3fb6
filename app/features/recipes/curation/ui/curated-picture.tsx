import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import css from './curated-picture.module.css'
import { SituationDrawing } from './situation-drawing.tsx'

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
