import { href } from '~/href.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { smallPictureUrl } from './rules.ts'

const photograph = /\.(?:jpe?g|png|webp|avif)$/i
/** PostgreSQL's limit for an index; percent-encoded characters are one byte each. */
const longest = 2048

/** Normalizes the address of a picture that we may copy, outside or in `/Image/…`; null for drawings there, the logo and copies. */
export const pictureSource = (address: string): string | null => {
  const shown = displayImageUrl(address)
  const { href: whole, pathname, hash } = new URL(shown, 'https://shop.invalid')
  const isOutside = !shown.startsWith('/')
  const source = isOutside ? whole.slice(0, whole.length - hash.length) : pathname
  const isPhotograph = isOutside || (photograph.test(source) && !source.startsWith('/Image/uploads/'))
  return isPhotograph && source.length <= longest ? source : null
}

/** The common start of a server's addresses; our own folder counts as a server. */
export const hostOf = (source: string): string =>
  source.startsWith('/') ? '/Image/' : `${new URL(source).origin}/`

/** For places of about 100 px that know only the owner's address; redirects to our copy once it exists. */
export const smallProductPicture = (address: string): string => {
  const source = pictureSource(address)
  return source === null ? smallPictureUrl(address) : href('/api/goods-picture', { of: source })
}

const minute = 60_000
const day = 1440 * minute

/** In ms, after so many failed tries: 2 minutes, 8, 32 ... up to a day. */
export const pauseOfSource = (tries: number): number => Math.min(2 * minute * 4 ** (tries - 1), day)
