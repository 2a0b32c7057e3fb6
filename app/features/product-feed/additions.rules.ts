/** Further photographs that the desk gives a fabric of the feed. */
export const mostAdded = 8

/** Where a fabric of the feed stands in the shop's list: where it is now, where the feed has it, before or behind all others. */
export const placesInFeed = ['kept', 'feed', 'first', 'last'] as const
export type PlaceInFeed = (typeof placesInFeed)[number]

export const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '')

interface Addition {
  readonly position: number | null
  readonly pictures: string
}

/** A product of the list with what the desk adds to it (N48); the first photograph is the list's, where it has one. */
export const withAddition = <
  P extends { readonly imageUrl: string; readonly moreImages?: string; readonly position: number },
>(
  product: P,
  addition: Addition | undefined,
): P => {
  if (addition === undefined) return product
  const [imageUrl = '', ...more] = [
    ...linesIn(product.imageUrl),
    ...linesIn(product.moreImages ?? ''),
    ...linesIn(addition.pictures),
  ]
  return {
    ...product,
    imageUrl,
    moreImages: more.join('\n'),
    position: addition.position ?? product.position,
  }
}
