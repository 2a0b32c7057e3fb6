import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { SituationDrawing } from './situation-drawing.tsx'

/** Without a picture `className` draws a fabric swatch. */
export function KeywordSwatch({
  image,
  className,
}: {
  readonly image: string
  readonly className: string | undefined
}) {
  return image === '' ? (
    <span className={className} />
  ) : (
    <img className={className} src={smallPictureUrl(image)} alt="" width="28" height="28" />
  )
}

export function SituationPicture({ id, image }: { readonly id: string; readonly image: string }) {
  return image === '' ? (
    <SituationDrawing id={id} />
  ) : (
    <Picture url={image} alt="" sizes="(min-width: 48rem) 22vw, 46vw" />
  )
}
