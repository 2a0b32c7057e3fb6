import type { Colour } from './colours.ts'
import { lattice, num, path, steps, tag, wheel } from './markup.ts'
import { CLOTH, ground, type Print } from './print.ts'
import { repeated, scattered } from './scattered.ts'

/** A leaf that starts at 0,0 and points up, `length` long and about `width` wide. */
export const leafShape = (length: number, width: number): string =>
  `M0 0C${num(-width * 0.75)} ${num(-length * 0.3)} ${num(-width * 0.55)} ${num(-length * 0.8)} 0 ${num(-length)}` +
  `C${num(width * 0.55)} ${num(-length * 0.8)} ${num(width * 0.75)} ${num(-length * 0.3)} 0 0Z`

type FlowerColours = {
  readonly ground: Colour
  readonly petal: Colour
  readonly second: Colour
  readonly heart: Colour
  readonly leaf: Colour
}

/** Flowers: big round blossoms in a half drop, drawn flat as mid-century curtain cloth was. */
export const flowers = ({ ground: base, petal, second, heart, leaf }: FlowerColours): Print => {
  const daisy =
    wheel(10, 'ellipse', { cy: -32, rx: 9.5, ry: 19 }, { fill: petal }) +
    tag('circle', { r: 16, fill: heart }) +
    wheel(8, 'circle', { cy: -9, r: 2.2 }, { fill: base })
  const rose =
    wheel(6, 'circle', { cy: -17, r: 15 }, { fill: second }) +
    wheel(6, 'path', { d: 'M0 -12V-24' }, { stroke: base, 'stroke-width': 2, 'stroke-linecap': 'round' }) +
    tag('circle', { r: 8, fill: heart })
  const sprig =
    path('M-40 46Q0 30 34 -44', {
      fill: 'none',
      stroke: leaf,
      'stroke-width': 3,
      'stroke-linecap': 'round',
    }) +
    [
      [-14, 32, -50],
      [2, 17, 74],
      [14, -1, -30],
      [25, -22, 70],
      [34, -44, 22],
    ]
      .map(([x = 0, y = 0, turn = 0]) =>
        path(leafShape(30, 20), { fill: leaf, transform: `translate(${x} ${y}) rotate(${turn})` }),
      )
      .join('')
  const cell =
    tag('g', { transform: 'translate(100 0)' }, sprig) +
    tag('g', { transform: 'translate(0 100) scale(-1 1)' }, sprig) +
    daisy +
    tag('g', { transform: 'translate(100 100)' }, rose)
  return {
    kind: 'flowers',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, tag('g', { id: 'flowers' }, cell)) +
      lattice('flowers', steps(0, 200, 3), steps(0, 200, 3)),
  }
}

type MeadowColours = {
  readonly ground: Colour
  readonly blooms: readonly [Colour, Colour, Colour]
  readonly heart: Colour
  readonly leaf: Colour
}

/** Meadow: the tiny all-over flowers of lawn cotton. */
export const meadow = ({ ground: base, blooms, heart, leaf }: MeadowColours): Print => {
  const bloom = (id: string, fill: Colour, count: number, size: number) =>
    tag(
      'g',
      { id, fill },
      wheel(count, 'circle', { cy: -size, r: size * 0.82 }) + tag('circle', { r: size * 0.62, fill: heart }),
    )
  const twig = tag(
    'g',
    { id: 'meadowL', fill: leaf },
    [-48, 0, 48].map((turn) => path(leafShape(15, 7), { transform: `rotate(${turn})` })).join(''),
  )
  const dot = tag('circle', { id: 'meadowD', r: 2.3, fill: blooms[2] })
  const pieces = [
    { id: 'meadowA', reach: 17, count: 7 },
    { id: 'meadowB', reach: 11, count: 8 },
    { id: 'meadowC', reach: 11, count: 8 },
    { id: 'meadowL', reach: 15, count: 17 },
    { id: 'meadowD', reach: 3, count: 10 },
  ]
  const defs =
    bloom('meadowA', blooms[0], 5, 8.6) +
    bloom('meadowB', blooms[1], 5, 5.6) +
    bloom('meadowC', blooms[2], 6, 5) +
    twig +
    dot
  return {
    kind: 'meadow',
    weave: 'plain',
    motif: ground(base) + tag('defs', {}, defs) + repeated('meadow', 200, scattered(11, 200, pieces)),
  }
}

/** Leaves: garlands that climb the cloth, their leaves in pairs. */
export const leaves = ({
  ground: base,
  leaf,
  second,
}: {
  ground: Colour
  leaf: Colour
  second: Colour
}): Print => {
  const pairs = steps(0, 1, 4)
    .flatMap((k) => [
      { y: 25 * k + 10, turn: -58, fill: k % 2 === 0 ? leaf : second },
      { y: 25 * k + 22.5, turn: 58, fill: k % 2 === 0 ? second : leaf },
    ])
    .map(({ y, turn, fill }) =>
      path(leafShape(27, 15), {
        fill,
        transform: `translate(${num(7 * Math.sin((y / 50) * Math.PI))} ${num(y)}) rotate(${turn})`,
      }),
    )
    .join('')
  const stem = path('M0 -2C9 15 9 35 0 50S-9 85 0 102', { fill: 'none', stroke: leaf, 'stroke-width': 2 })
  const garland = tag('g', { id: 'leaves' }, stem + pairs)
  return {
    kind: 'leaves',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, garland) +
      lattice('leaves', steps(28.57, CLOTH / 7, 7), steps(-100, 100, 6)),
  }
}
