/** Which way a kit goes in the list of kits. */
export const kitWays = ['first', 'up', 'down', 'last'] as const
export type KitWay = (typeof kitWays)[number]

export const kitWayTexts: Readonly<Record<KitWay, string>> = {
  first: 'いちばん上へ',
  up: '上へ',
  down: '下へ',
  last: 'いちばん下へ',
}

/** The numbers with one of them moved; as they were where there is no further way. */
export const movedNumber = (numbers: readonly string[], number: string, way: KitWay): string[] => {
  const at = numbers.indexOf(number)
  const last = numbers.length - 1
  const to = { first: 0, up: Math.max(0, at - 1), down: Math.min(last, at + 1), last }[way]
  return at < 0 ? [...numbers] : numbers.toSpliced(at, 1).toSpliced(to, 0, number)
}

/** Tells one order from another. */
export const orderMark = (numbers: readonly string[]): string => numbers.join(' ')
