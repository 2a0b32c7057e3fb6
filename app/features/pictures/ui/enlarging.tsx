import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { useCloseOnBack } from '~/ui/close-on-back.ts'
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

const prepare = (): void => {
  import('./enlarged-picture.tsx').catch(() => {})
}

/** Whether a press of a link to a picture is the browser's, as for a new tab. */
export const isForTheBrowser = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || button !== 0

/**
 * Around a picture: a press shows it over the whole screen, without script the picture itself. The script for it comes with the first press, or with the
 * finger before it; until then the link says so, and Back calls it off (W20).
 */
export function EnlargeLink({
  src,
  alt,
  className,
  children,
}: {
  readonly src: string
  readonly alt: string
  readonly className: string | undefined
  readonly children: ReactNode
}) {
  /** Null before the first press. */
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const close = () => setIsOpen(false)
  useCloseOnBack(isOpen === true, close)
  return (
    <>
      <a
        href={src}
        className={className}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => {
          if (isForTheBrowser(event)) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {children}
        <span className={css.mark}>{isOpen ? '開いています…' : '拡大する'}</span>
      </a>
      {isOpen === null ? null : (
        <Suspense>
          <LoadedPicture src={src} alt={alt} open={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
