export const ways = ['first', 'up', 'down', 'last'] as const
export type Way = (typeof ways)[number]

/** The ids after the move; unchanged at the end of the list, or for an unknown id. */
export const movedItem = (ids: readonly string[], id: string, way: Way): string[] => {
  const at = ids.indexOf(id)
  const last = ids.length - 1
  const to = { first: 0, up: Math.max(0, at - 1), down: Math.min(last, at + 1), last }[way]
  return at < 0 ? [...ids] : ids.toSpliced(at, 1).toSpliced(to, 0, id)
}

export const listOrderMark = (ids: readonly string[]): string => ids.join(' ')
