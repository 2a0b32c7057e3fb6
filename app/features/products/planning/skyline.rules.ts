/** A unit's side; lengths are whole tenths of a cm, so that sums are exact. */
export const side = 500

/** `part` is an index. */
export interface Box {
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
export interface PlacedPart {
  /** Index of the part. */
  readonly part: number
  readonly piece: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Attempt {
  readonly units: number
  /** Compares attempts with equal units: a longer last piece is worse. */
  readonly length: number
  readonly placed: readonly PlacedPart[]
}

/** Places boxes in this order, each as high and then as far left as possible, on the first piece with room. */
export const attempt = (boxes: readonly Box[], joined: boolean): Attempt => {
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

export const isBetter = (a: Attempt, b: Attempt): boolean =>
  a.units < b.units || (a.units === b.units && a.length < b.length)
