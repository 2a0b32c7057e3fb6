import { type Attempt, attempt, type Box, isBetter, type PlacedPart, side } from './skyline.rules.ts'

/** Cutting size in cm: `width` across the fabric, `height` along it. */
export interface Part {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly count: number
}

export interface Cutting {
  /** Units form one piece of 50 cm × 50·n; otherwise separate squares. */
  readonly joined: boolean
  /** The pattern has a top: no part is turned. */
  readonly oneWay: boolean
}

/** `units` are squares of 50 cm; joined ones are one piece. */
export interface Layout {
  readonly units: number
  readonly placed: readonly PlacedPart[]
}

export const sideCm = 50

const turned = ({ part, width, height }: Box): Box => ({ part, width: height, height: width })
const tenths = (cm: number): number => Math.round(cm * 10)

const fits = ({ width, height }: Box, { joined }: Cutting): boolean =>
  width <= side && (joined || height <= side)

/** Names of parts wider than a piece in every position; no number of units is enough (W44). */
export const partsTooLarge = (parts: readonly Part[], cutting: Cutting): string[] =>
  parts.filter((part) => !waysToLie(boxOf(part, 0), cutting).length).map(({ name }) => name)

const boxOf = ({ width, height }: Part, part: number): Box => ({
  part,
  width: tenths(width),
  height: tenths(height),
})

const waysToLie = (box: Box, cutting: Cutting): Box[] =>
  (cutting.oneWay || box.width === box.height ? [box] : [box, turned(box)]).filter((way) =>
    fits(way, cutting),
  )

const orders: ReadonlyArray<(box: Box) => number> = [
  ({ height }) => height,
  ({ width }) => width,
  ({ width, height }) => width * height,
  ({ width, height }) => Math.max(width, height),
  ({ width, height }) => width + height,
]

const stances: ReadonlyArray<(ways: readonly Box[]) => Box | undefined> = [
  ([first]) => first,
  (ways) => ways.toSorted((a, b) => b.height - a.height)[0],
  (ways) => ways.toSorted((a, b) => a.height - b.height)[0],
]

/** Deterministic, so that the answer does not change between presses. */
const chanceFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Limits the search to some 10 ms. */
const mostTries = 6_000

/**
 * Lays all parts on few units: every part has its place, and at most one unit more than the best is used (W43). Omits `partsTooLarge`.
 * The same parts give the same layout.
 */
export const layOut = (parts: readonly Part[], cutting: Cutting): Layout => {
  const ways = parts.flatMap((part, at) =>
    Array.from({ length: part.count }, () => waysToLie(boxOf(part, at), cutting)).filter(
      ({ length }) => length > 0,
    ),
  )
  if (ways.length === 0) return { units: 0, placed: [] }
  const area = ways.reduce((sum, [box]) => sum + (box === undefined ? 0 : box.width * box.height), 0)
  const longest = Math.max(...ways.map((boxes) => Math.min(...boxes.map(({ height }) => height))))
  const least = Math.max(Math.ceil(area / side ** 2), Math.ceil(longest / side))
  const starts = stances.flatMap((stance) => {
    const boxes = ways.flatMap((of) => stance(of) ?? [])
    return orders.map((size) => boxes.toSorted((a, b) => size(b) - size(a)))
  })
  let order: readonly Box[] = []
  let best: Attempt | undefined
  for (const start of starts) {
    const found = attempt(start, cutting.joined)
    if (best === undefined || isBetter(found, best)) [best, order] = [found, start]
  }
  const found = best === undefined || best.units <= least ? best : improved(best, order, cutting, least)
  return { units: found?.units ?? 0, placed: found?.placed ?? [] }
}

/** Swaps and turns boxes while that does not make it worse. */
const improved = (first: Attempt, order: readonly Box[], cutting: Cutting, least: number): Attempt => {
  const chance = chanceFrom(order.length)
  let current = { boxes: order, found: first }
  let best = first
  for (let left = mostTries; left > 0 && best.units > least; left -= order.length) {
    const boxes = [...current.boxes]
    for (let changes = 1 + chance(3); changes > 0; changes -= 1) {
      const [a, b] = [chance(boxes.length), chance(boxes.length)]
      const [one, other] = [boxes[a], boxes[b]]
      if (one === undefined || other === undefined) continue
      if (!cutting.oneWay && chance(2) === 0 && fits(turned(one), cutting)) boxes[a] = turned(one)
      else [boxes[a], boxes[b]] = [other, one]
    }
    const found = attempt(boxes, cutting.joined)
    if (isBetter(current.found, found)) continue
    current = { boxes, found }
    if (isBetter(found, best)) best = found
  }
  return best
}
