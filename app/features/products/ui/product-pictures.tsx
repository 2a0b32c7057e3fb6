import { useState } from 'react'
import { EnlargeLink, isForTheBrowser } from '~/features/pictures/ui/enlarging.tsx'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import css from './product-pictures.module.css'

/** Without script each picture links to itself. */
export function ProductPictures({
  pictures,
  alt,
}: {
  readonly pictures: readonly string[]
  readonly alt: string
}) {
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, pictures.length - 1)
  const altOf = (place: number) => (place === 0 ? alt : `${alt}（${place + 1}枚目）`)
  return (
    <div className={css.pictures}>
      <EnlargeLink src={pictures[at] ?? ''} alt={altOf(at)} className={css.large}>
        <Picture
          key={pictures[at]}
          url={pictures[at] ?? ''}
          alt={altOf(at)}
          sizes="(min-width: 48rem) 38rem, 70vw"
          side={800}
          eager
        />
      </EnlargeLink>
      {pictures.length < 2 ? null : (
        <ul className={`row-2 ${css.others}`} aria-label="ほかの写真">
          {pictures.map((picture, place) => (
            <li key={picture}>
              <a
                href={picture}
                aria-current={place === at ? 'true' : undefined}
                onClick={(event) => {
                  if (isForTheBrowser(event)) return
                  event.preventDefault()
                  setChosen(place)
                }}
              >
                <Picture url={picture} alt={altOf(place)} sizes="72px" side={72} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
