export const mostAdded = 8

/** Unchanged, as in the feed, before all others or behind them. */
export const placesInFeed = ['kept', 'feed', 'first', 'last'] as const
export type PlaceInFeed = (typeof placesInFeed)[number]

export const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '')

interface Addition {
  readonly position: number | null
  readonly pictures: string
}

/** Adds what the desk stored (N48); the list's own photograph stays first. */
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
