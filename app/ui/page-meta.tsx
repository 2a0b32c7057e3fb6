import { useLocation } from 'react-router'
import { useSiteFacts } from './site-facts.tsx'

/** For shared links: a path of the site or an https address. */
export interface SharedPicture {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly alt?: string
}

const sharedPicture: SharedPicture = { url: '/og.png', width: 1200, height: 630 }

/** The canonical address is path and `query`; `noindex` leaves it out everywhere, since the address may be a secret. */
export function PageMeta({
  title,
  description,
  query = '',
  picture = sharedPicture,
  kind = 'website',
  noindex = false,
}: {
  readonly title?: string
  readonly description?: string
  readonly query?: string
  readonly picture?: SharedPicture | undefined
  readonly kind?: 'website' | 'article'
  readonly noindex?: boolean
}) {
  const { pathname } = useLocation()
  const site = useSiteFacts()
  const address = `${site.origin}${canonicalPath(pathname)}${query}`
  const fullTitle = title === undefined ? `${site.name}｜${site.description}` : `${title}｜${site.name}`
  const { url, width, height, alt = site.name } = picture
  const summary = description ?? site.description
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:type" content={kind} />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={summary} />
      {noindex ? null : <meta property="og:url" content={address} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="ja_JP" />
      <meta property="og:image" content={new URL(url, site.origin).href} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

const canonicalPath = (pathname: string): string => (pathname === '/' ? '/' : pathname.replace(/\/+$/, ''))
