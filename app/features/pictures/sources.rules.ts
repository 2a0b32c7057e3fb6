import { href } from '~/href.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { smallPictureUrl } from './rules.ts'

const photograph = /\.(?:jpe?g|png|webp|avif)$/i
/** PostgreSQL keeps no longer ones in an index; of a percent-encoded address each character is a byte. */
const longest = 2048

/**
 * One spelling for the address of a picture that can have a copy of ours: an outside one, or a photograph in the shop's own folder
 * (`/Image/…`). Null for what is shown as it is: drawings of that folder, the logo, and what is a copy already.
 */
export const pictureSource = (address: string): string | null => {
  const shown = displayImageUrl(address)
  const { href: whole, pathname, hash } = new URL(shown, 'https://shop.invalid')
  const isOutside = !shown.startsWith('/')
  const source = isOutside ? whole.slice(0, whole.length - hash.length) : pathname
  const isPhotograph = isOutside || (photograph.test(source) && !source.startsWith('/Image/uploads/'))
  return isPhotograph && source.length <= longest ? source : null
}

/** What all pictures of one server begin with, `source` as above; the shop's own folder counts as one. */
export const hostOf = (source: string): string =>
  source.startsWith('/') ? '/Image/' : `${new URL(source).origin}/`

/** For a place of some 100 pixels where nothing but the owner's address is known, as in a cart: leads to our copy once there is one. */
export const smallProductPicture = (address: string): string => {
  const source = pictureSource(address)
  return source === null ? smallPictureUrl(address) : href('/api/goods-picture', { of: source })
}

const minute = 60_000
const day = 1440 * minute

/** After so many tries in vain, the pause to the next, in ms: 2 minutes, 8, 32 and so on up to a day. */
export const pauseAfter = (tries: number): number => Math.min(2 * minute * 4 ** (tries - 1), day)
