import { pictureSources } from '../rules.ts'

/**
 * A picture in the size that its place needs: `sizes` as in <img>, such as `(min-width: 60rem) 20rem, 100vw`. `className` is
 * the img's. The first of a page is `eager`, all others wait until they are near. `side` keeps a square of so many pixels, for
 * pictures that are cut to one, or whose size is not known.
 */
export function Picture({
  url,
  alt,
  sizes,
  className,
  eager = false,
  side,
}: {
  readonly url: string
  readonly alt: string
  readonly sizes: string
  readonly className?: string | undefined
  readonly eager?: boolean
  readonly side?: number
}) {
  const { src, avif, webp, width, height } = pictureSources(url)
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        className={className}
        src={src}
        alt={alt}
        width={side ?? width}
        height={side ?? height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}
