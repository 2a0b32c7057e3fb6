export const ways = ['first', 'up', 'down', 'last'] as const
export type Way = (typeof ways)[number]

const mostPlaces = 100_000

/** A way, or a place from 1, as a form sends it; undefined for anything else. */
export const readWay = (typed: string): Way | number | undefined => {
  if (/^[1-9]\d{0,5}$/.test(typed) && Number(typed) <= mostPlaces) return Number(typed)
  return ways.find((way) => way === typed)
}

/** The ids after the move; unchanged at the end of the list, or for an unknown id. A place beyond the list is its last one. */
export const movedItem = (ids: readonly string[], id: string, way: Way | number): string[] => {
  const at = ids.indexOf(id)
  const last = ids.length - 1
  const places = { first: 0, up: Math.max(0, at - 1), down: Math.min(last, at + 1), last }
  const to = typeof way === 'number' ? Math.min(Math.max(0, way - 1), last) : places[way]
  return at < 0 ? [...ids] : ids.toSpliced(at, 1).toSpliced(to, 0, id)
}

const hashes = [
  { seed: 0x811c9dc5, factor: 0x01000193 },
  { seed: 0x9747b28c, factor: 0x85ebca6b },
] as const

/** 16 signs for any text: what is named in any script, such as a management number, within the id of a form (N2). */
export const digestOf = (text: string): string =>
  hashes
    .map(({ seed, factor }) => {
      let hash: number = seed
      for (const sign of text) {
        hash ^= sign.codePointAt(0) ?? 0
        hash = Math.imul(hash, factor)
      }
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')

/** What a form says of the order that it was drawn with, however long the list is. */
export const listOrderMark = (ids: readonly string[]): string => digestOf(ids.join('\n'))
