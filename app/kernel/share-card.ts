/** What networks ask for, in px. */
export const shareCardSize = { width: 1200, height: 630 } as const

/** The words that are drawn on the picture of a shared link; both may be of any length. */
export interface CardWords {
  readonly title: string
  readonly shop: string
}

/** Counted up whenever cards are drawn in another way. */
const look = 1

/** Others for other words: a card that was drawn with former ones is known by it (W62). No secret and no proof. */
export const cardMark = ({ title, shop }: CardWords): string => `card${look}-${fnv(`${title}\n${shop}`)}`

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
const fnv = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
