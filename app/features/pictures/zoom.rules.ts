/** `scale` from 1; offset from the middle in px. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly width: number
  readonly height: number
  /** The picture's width by height; by default the box's own. */
  readonly ratio?: number | undefined
}

export const wholePicture: Zoom = { scale: 1, x: 0, y: 0 }

/** Enough to see a fabric's threads. */
export const largestScale = 6

const within = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value))

/** Keeps the picture's edges outside the box; a picture smaller than the box stays in its middle. */
const kept = ({ scale, x, y }: Zoom, { width, height, ratio = width / height }: Box): Zoom => ({
  scale,
  x: within(x, Math.max(0, scale * Math.min(width, height * ratio) - width) / 2),
  y: within(y, Math.max(0, scale * Math.min(height, width / ratio) - height) / 2),
})

/** `point`, from the middle of the box, stays where it is. */
export const zoomed = (zoom: Zoom, factor: number, point: Point, box: Box): Zoom => {
  const scale = Math.min(largestScale, Math.max(1, zoom.scale * factor))
  const grown = scale / zoom.scale
  const moved = (at: number, from: number) => at - (at - from) * grown
  return kept({ scale, x: moved(point.x, zoom.x), y: moved(point.y, zoom.y) }, box)
}

export const moved = (zoom: Zoom, by: Point, box: Box): Zoom =>
  kept({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, box)

const step = 1.5
const middle: Point = { x: 0, y: 0 }

/** Undefined for keys without a meaning. */
export const zoomByKey = (zoom: Zoom, key: string, box: Box): Zoom | undefined => {
  if (key === '+' || key === '=' || key === ';') return zoomed(zoom, step, middle, box)
  if (key === '-') return zoomed(zoom, 1 / step, middle, box)
  if (key === '0') return wholePicture
  const [across, down] = [box.width / 5, box.height / 5]
  if (key === 'ArrowLeft') return moved(zoom, { x: across, y: 0 }, box)
  if (key === 'ArrowRight') return moved(zoom, { x: -across, y: 0 }, box)
  if (key === 'ArrowUp') return moved(zoom, { x: 0, y: down }, box)
  if (key === 'ArrowDown') return moved(zoom, { x: 0, y: -down }, box)
  return undefined
}

/** Two fingers moved from `before` to `after`, measured from the middle of the box. */
export const pinched = (
  zoom: Zoom,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  box: Box,
): Zoom => {
  const [from, to] = [between(before), between(after)]
  const farther = apart(after) / Math.max(1, apart(before))
  return moved(zoomed(zoom, farther, from, box), { x: to.x - from.x, y: to.y - from.y }, box)
}

const between = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y)
