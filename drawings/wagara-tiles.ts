import type { Colour } from './colours.ts'
import { lattice, num, path, polygon, steps, tag, wheel } from './markup.ts'
import { CLOTH, ground, type Print } from './print.ts'
import { seededRandom } from './random.ts'

type TileColours = { readonly ground: Colour; readonly tile: Colour }

const hexagon = (halfWidth: number, halfHeight: number): string =>
  polygon([
    [0, -halfHeight],
    [halfWidth, -halfHeight / 2],
    [halfWidth, halfHeight / 2],
    [0, halfHeight],
    [-halfWidth, halfHeight / 2],
    [-halfWidth, -halfHeight / 2],
  ])

/** Kikko, tortoiseshell: hexagons within hexagons round a small flower of six petals. */
export const kikko = ({ ground: base, tile, dot }: TileColours & { readonly dot: Colour }): Print => {
  const width = CLOTH / 7
  const drop = CLOTH / 8
  const outer = hexagon(width / 2, drop / 1.5)
  const inner = hexagon(width * 0.36, (drop / 1.5) * 0.72)
  const petals = wheel(6, 'ellipse', { cy: -6, rx: 3, ry: 4.6 }, { fill: dot })
  const cell =
    path(outer, { fill: 'none', stroke: tile, 'stroke-width': 3.6 }) +
    path(inner, { fill: 'none', stroke: tile, 'stroke-width': 1.6 }) +
    petals
  const pair = tag(
    'g',
    { id: 'kikko' },
    tag('g', { id: 'kikkoA' }, cell) + tag('use', { href: '#kikkoA', x: width / 2, y: drop }),
  )
  return {
    kind: 'kikko',
    weave: 'plain',
    motif:
      ground(base) + tag('defs', {}, pair) + lattice('kikko', steps(-width, width, 9), steps(0, 2 * drop, 5)),
  }
}

/** Uroko, scales: rows of triangles that point upward. */
export const uroko = ({ ground: base, tile }: TileColours): Print => {
  const width = CLOTH / 8
  const height = CLOTH / 8
  const cell = tag(
    'g',
    { id: 'uroko', fill: tile },
    path(
      polygon([
        [0, height],
        [width / 2, 0],
        [width, height],
      ]),
      {},
    ) +
      path(
        polygon([
          [-width / 2, 2 * height],
          [0, height],
          [width / 2, 2 * height],
        ]),
        {},
      ),
  )
  return {
    kind: 'uroko',
    weave: 'plain',
    motif:
      ground(base) + tag('defs', {}, cell) + lattice('uroko', steps(0, width, 9), steps(0, 2 * height, 4)),
  }
}

/** Ichimatsu, the chequer of kabuki: full squares, every second one woven with a lozenge in a third colour. */
export const ichimatsu = ({ ground: base, tile, dot }: TileColours & { readonly dot: Colour }): Print => {
  const side = CLOTH / 8
  const mid = side / 2
  const lozenge = (x: number, y: number, r: number) =>
    polygon([
      [x, y - r],
      [x + r, y],
      [x, y + r],
      [x - r, y],
    ])
  const cell = tag(
    'g',
    { id: 'ichimatsu' },
    path(`M0 0H${side}V${side}H0ZM${side} ${side}H${2 * side}V${2 * side}H${side}Z`, { fill: tile }) +
      path(lozenge(mid, mid, 9) + lozenge(side + mid, side + mid, 9), {
        fill: 'none',
        stroke: base,
        'stroke-width': 1.8,
      }) +
      path(lozenge(mid, mid, 3) + lozenge(side + mid, side + mid, 3), { fill: base }) +
      path(lozenge(side + mid, mid, 4.5) + lozenge(mid, side + mid, 4.5), { fill: dot }),
  )
  return {
    kind: 'ichimatsu',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, cell) +
      lattice('ichimatsu', steps(0, 2 * side, 4), steps(0, 2 * side, 4)),
  }
}

/** One edge of an arrow feather, from x 0 to `width`, ragged as the tied and dyed threads of kasuri leave it. */
const featherEdge = (
  y: number,
  width: number,
  slope: number,
  next: () => number,
): Array<readonly [number, number]> => {
  const threads = 10
  return steps(0, 1, threads).flatMap((k) => {
    const middle = ((k + 0.5) * width) / threads
    const lean = Math.abs(middle - width / 2) * slope
    const edge = y - lean + (next() - 0.5) * 5
    return [[(k * width) / threads, edge] as const, [((k + 1) * width) / threads, edge] as const]
  })
}

/** Yagasuri, arrow feathers: columns of feathers that fly up and down in turn. */
export const yagasuri = ({ ground: base, tile }: TileColours): Print => {
  const width = CLOTH / 8
  const period = CLOTH / 3
  const next = seededRandom(7)
  const feather = (slope: number) =>
    polygon([
      ...featherEdge(period / 4, width, slope, next),
      ...featherEdge((period * 3) / 4, width, slope, next).toReversed(),
    ])
  const spine = { stroke: base, 'stroke-width': 2.4 }
  const cell = tag(
    'g',
    { id: 'yagasuri' },
    path(feather(1.3), { fill: tile }) +
      path(feather(-1.3), { fill: tile, transform: `translate(${num(width)})` }) +
      path(`M${width / 2} 0V${num(period)}M${width * 1.5} 0V${num(period)}`, spine) +
      path(`M0 0V${num(period)}M${width} 0V${num(period)}`, { ...spine, 'stroke-width': 1.4 }),
  )
  return {
    kind: 'yagasuri',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, cell) +
      lattice('yagasuri', steps(0, 2 * width, 4), steps(-period, period, 5)),
  }
}
