import { Link } from 'react-router'
import type { PicturedLink } from '~/features/pictures/rules.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import css from './pictured-links.module.css'

/** A list of linked pictures with their titles. `className` is the list's, `sizes` the pictures'. */
export function PicturedLinks({
  links,
  sizes,
  className,
}: {
  readonly links: readonly PicturedLink[]
  readonly sizes: string
  readonly className: string | undefined
}) {
  return (
    <ul className={className}>
      {links.map(({ to, title, imageUrl }) => (
        <li key={to}>
          <Link to={to} className={css.link}>
            <Picture url={imageUrl} alt="" sizes={sizes} />
            {inPhrases(title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
