import type { Colour } from './colours.ts'
import { leafShape } from './florals.ts'
import { lattice, path, steps, tag, wheel } from './markup.ts'
import { ground, type Print } from './print.ts'
import { repeated, scattered } from './scattered.ts'

/** Sakura: notched blossoms and loose petals on the wind. */
export const sakura = ({
  ground: base,
  petal,
  second,
  heart,
}: {
  ground: Colour
  petal: Colour
  second: Colour
  heart: Colour
}): Print => {
  const petalShape = 'M0 0C-13 -8 -12 -23 -4.5 -27L0 -22.5L4.5 -27C12 -23 13 -8 0 0Z'
  const blossom = (id: string, fill: Colour) =>
    tag(
      'g',
      { id },
      wheel(5, 'path', { d: petalShape }, { fill }) +
        wheel(
          5,
          'path',
          { d: 'M0 -3V-9' },
          { stroke: heart, 'stroke-width': 1.6, 'stroke-linecap': 'round' },
        ) +
        tag('circle', { r: 2.6, fill: heart }),
    )
  const loose = path(petalShape, { id: 'sakuraP', fill: second, transform: 'scale(.62)' })
  const pieces = [
    { id: 'sakuraA', reach: 28, count: 5 },
    { id: 'sakuraB', reach: 28, count: 4 },
    { id: 'sakuraL', reach: 18, count: 14 },
  ]
  const defs = blossom('sakuraA', petal) + blossom('sakuraB', second) + tag('g', { id: 'sakuraL' }, loose)
  return {
    kind: 'sakura',
    weave: 'gauze',
    motif: ground(base) + tag('defs', {}, defs) + repeated('sakura', 200, scattered(5, 200, pieces)),
  }
}

/** Camellia: round red flowers with a tuft of gold, two dark leaves to each, in a half drop. */
export const camellia = ({
  ground: base,
  petal,
  heart,
  leaf,
}: {
  ground: Colour
  petal: Colour
  heart: Colour
  leaf: Colour
}): Print => {
  const petals = wheel(5, 'circle', { cy: -15, r: 15.5 }, { fill: petal, stroke: base, 'stroke-width': 1.6 })
  const tuft =
    tag('circle', { r: 10, fill: base }) +
    wheel(12, 'circle', { cy: -8, r: 2.1 }, { fill: heart }) +
    tag('circle', { r: 4, fill: heart })
  const vein = path('M0 -4V-34', { stroke: base, 'stroke-width': 1.4 })
  const leaflet = (turn: number) =>
    tag(
      'g',
      { transform: `rotate(${turn}) translate(0 -20)` },
      path(leafShape(40, 26), { fill: leaf }) + vein,
    )
  const flower = tag('g', { id: 'camelliaA' }, leaflet(100) + leaflet(218) + petals + tuft)
  const pair = tag(
    'g',
    { id: 'camellia' },
    tag('use', { href: '#camelliaA' }) +
      tag('use', { href: '#camelliaA', transform: 'translate(66.67 66.67) rotate(165)' }),
  )
  return {
    kind: 'camellia',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, flower + pair) +
      lattice('camellia', steps(-66.67, 133.33, 5), steps(-66.67, 133.33, 5)),
  }
}
