/** The mulberry32 generator: numbers from 0 up to 1, the same ones for the same seed. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Spot = { readonly x: number; readonly y: number }

/** The distance on a cloth that repeats every `period` units. */
const apart = (a: Spot, b: Spot, period: number): number => {
  const across = Math.abs(a.x - b.x)
  const down = Math.abs(a.y - b.y)
  return Math.hypot(Math.min(across, period - across), Math.min(down, period - down))
}

/** Best-candidate sampling: each new spot is that of many candidates which is farthest from all before it, over the edges too. */
export const scatter = (seed: number, count: number, period: number): Spot[] => {
  const next = seededRandom(seed)
  const spots: Spot[] = []
  for (let placed = 0; placed < count; placed++) {
    let best: Spot = { x: next() * period, y: next() * period }
    let bestRoom = -1
    for (let candidate = 0; candidate < 150; candidate++) {
      const spot = { x: next() * period, y: next() * period }
      const room = Math.min(period, ...spots.map((other) => apart(spot, other, period)))
      if (room > bestRoom) {
        best = spot
        bestRoom = room
      }
    }
    spots.push(best)
  }
  return spots
}

/** `spot` and its copies over the edges of a repeat of `period` units, for a motif that reaches `reach` units. */
export const overEdges = (spot: Spot, reach: number, period: number): Spot[] => {
  const around = (value: number) => [
    value,
    ...(value < reach ? [value + period] : []),
    ...(value > period - reach ? [value - period] : []),
  ]
  return around(spot.x).flatMap((x) => around(spot.y).map((y) => ({ x, y })))
}
