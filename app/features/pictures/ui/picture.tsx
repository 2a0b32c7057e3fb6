import { pictureSources } from '../rules.ts'

/**
 * `sizes` and `className` are the img's. `eager` is for a page's first picture. `side` reserves a square of so many px, for pictures
 * that are cropped or of unknown size.
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
