import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useState,
} from 'react'
import css from './enlarged-picture.module.css'
import type { EnlargedPicture } from './enlarged-picture.tsx'

type Enlarged = ComponentProps<typeof EnlargedPicture>

/** Where its script did not arrive the press does what it does without script. */
function PictureAlone({ src, open }: Enlarged): null {
  useEffect(() => {
    if (open) window.location.assign(src)
  }, [src, open])
  return null
}

const LoadedPicture = lazy<ComponentType<Enlarged>>(() =>
  import('./enlarged-picture.tsx').then(
    ({ EnlargedPicture }) => ({ default: EnlargedPicture }),
    () => ({ default: PictureAlone }),
  ),
)

/** The picture over the whole screen; its script comes with the first press, or with the finger before it. */
export function LaterEnlargedPicture(props: Enlarged) {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.open && !wasOpened) setWasOpened(true)
  return wasOpened ? (
    <Suspense>
      <LoadedPicture {...props} />
    </Suspense>
  ) : null
}

/** For a link that may be pressed next. */
export const prepareEnlarging = (): void => {
  import('./enlarged-picture.tsx').catch(() => {})
}

/** Whether a press of a link to a picture is the browser's, as for a new tab. */
export const isForTheBrowser = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || button !== 0

/** In a link around a picture that is enlarged. */
export function EnlargeMark() {
  return <span className={css.mark}>拡大する</span>
}
