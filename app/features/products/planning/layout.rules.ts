/** A unit's side; lengths are whole tenths of a cm, so that sums are exact. */
const side = 500

/** `part` is an index. */
interface Box {
  readonly part: number
  readonly width: number
  readonly height: number
}

interface Step {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The upper edge of what lies on a piece, from left to right. */
type Skyline = readonly Step[]

/** The lowest, then leftmost place; null if the piece is too narrow or ends before `most`. */
const placeOn = (skyline: Skyline, box: Box, most: number): { x: number; y: number } | null => {
  let best: { x: number; y: number } | null = null
  for (let first = 0; first < skyline.length; first += 1) {
    const x = skyline[first]?.x ?? 0
    if (x + box.width > side) break
    let y = 0
    for (let at = first; at < skyline.length; at += 1) {
      const step = skyline[at]
      if (step === undefined || step.x >= x + box.width) break
      y = Math.max(y, step.y)
    }
    if (y + box.height <= most && (best === null || y < best.y)) best = { x, y }
  }
  return best
}

const withBox = (skyline: Skyline, x: number, y: number, { width, height }: Box): Skyline => {
  const end = x + width
  const steps: Step[] = []
  const add = (step: Step) => {
    const before = steps.at(-1)
    if (step.width <= 0) return
    if (before?.y === step.y) steps[steps.length - 1] = { ...before, width: before.width + step.width }
    else steps.push(step)
  }
  let isIn = false
  for (const step of skyline) {
    const stepEnd = step.x + step.width
    add({ x: step.x, y: step.y, width: Math.min(stepEnd, x) - step.x })
    if (!isIn && stepEnd > x) {
      add({ x, y: y + height, width })
      isIn = true
    }
    const from = Math.max(step.x, end)
    add({ x: from, y: step.y, width: stepEnd - from })
  }
  return steps
}

/** In cm from the piece's upper left corner. */
interface PlacedPart {
  /** Index of the part. */
  readonly part: number
  readonly piece: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Attempt {
  readonly units: number
  /** Compares attempts with equal units: a longer last piece is worse. */
  readonly length: number
  readonly placed: readonly PlacedPart[]
}

/** Places boxes in this order, each as high and then as far left as possible, on the first piece with room. */
const attempt = (boxes: readonly Box[], joined: boolean): Attempt => {
  const most = joined ? Number.POSITIVE_INFINITY : side
  const empty = { skyline: [{ x: 0, y: 0, width: side }], free: joined ? most : side * side }
  const pieces: { skyline: Skyline; free: number }[] = []
  const placed: PlacedPart[] = []
  let length = 0
  for (const box of boxes) {
    const area = box.width * box.height
    for (let piece = 0; ; piece += 1) {
      const { skyline, free } = pieces[piece] ?? empty
      const place = area > free ? null : placeOn(skyline, box, most)
      if (place === null) continue
      pieces[piece] = { skyline: withBox(skyline, place.x, place.y, box), free: free - area }
      if (joined || piece === pieces.length - 1) length = Math.max(joined ? length : 0, place.y + box.height)
      placed.push({
        part: box.part,
        piece,
        x: place.x / 10,
        y: place.y / 10,
        width: box.width / 10,
        height: box.height / 10,
      })
      break
    }
  }
  return { units: joined ? Math.ceil(length / side) : pieces.length, length, placed }
}

const isBetter = (a: Attempt, b: Attempt): boolean =>
  a.units < b.units || (a.units === b.units && a.length < b.length)

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
