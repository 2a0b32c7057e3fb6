import { pictureSources } from '../rules.ts'

/**
 * A picture in the size that its place needs: `sizes` as in <img>, such as `(min-width: 60rem) 20rem, 100vw`. `className` is
 * the img's. The first of a page is `eager`, all others wait until they are near.
 */
export function Picture({
  url,
  alt,
  sizes,
  className,
  eager = false,
}: {
  readonly url: string
  readonly alt: string
  readonly sizes: string
  readonly className?: string | undefined
  readonly eager?: boolean
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
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}
