import type { Colour } from './colours.ts'
import { path, steps, tag } from './markup.ts'
import { CLOTH, ground, type Print } from './print.ts'
import { seededRandom } from './random.ts'
import { warp } from './woven.ts'

/** Plain dyed linen: the ground colour with the thick and thin threads (slubs) that hand-spun yarn has. */
export const linen = ({
  ground: base,
  light,
  dark,
}: {
  ground: Colour
  light: Colour
  dark: Colour
}): Print => {
  const next = seededRandom(19)
  const slub = (): string => {
    const at = () => Math.round(next() * CLOTH)
    const [x, y, length] = [at(), at(), Math.round(14 + next() * 60)]
    return next() < 0.6
      ? `M${x} ${y}h${Math.min(length, CLOTH - x)}`
      : `M${x} ${y}v${Math.min(length, CLOTH - y)}`
  }
  const threads = (count: number, stroke: Colour, width: number, opacity: number) =>
    path(steps(0, 1, count).map(slub).join(''), { stroke, 'stroke-width': width, 'stroke-opacity': opacity })
  const every = { stroke: dark, 'stroke-opacity': 0.1, 'stroke-width': CLOTH, 'stroke-dasharray': '1 7' }
  const even = path('M0 200H400M200 0V400', every)
  return {
    kind: 'linen',
    weave: 'plain',
    motif: ground(base) + even + threads(44, light, 1.8, 0.34) + threads(34, dark, 1.4, 0.17),
  }
}

/** Corduroy: soft ridges along the warp, lit from one side. */
export const corduroy = ({
  ground: base,
  light,
  dark,
}: {
  ground: Colour
  light: Colour
  dark: Colour
}): Print => ({
  kind: 'corduroy',
  weave: 'plain',
  motif:
    ground(base) +
    path(warp(steps(0, 10, 41)), { stroke: dark, 'stroke-width': 2.6, 'stroke-opacity': 0.55 }) +
    path(warp(steps(4, 10, 40)), { stroke: light, 'stroke-width': 3, 'stroke-opacity': 0.28 }),
})

/** Denim: twill with white weft showing through, and warp threads of uneven dye. */
export const denim = ({
  ground: base,
  light,
  dark,
}: {
  ground: Colour
  light: Colour
  dark: Colour
}): Print => {
  const next = seededRandom(3)
  const uneven = (count: number) => warp(steps(0, 1, count).map(() => Math.round(next() * CLOTH)))
  const twill = tag(
    'pattern',
    { id: 'denim', width: 5, height: 5, patternUnits: 'userSpaceOnUse' },
    path('M-1 6L6 -1M-1 1L1 -1M4 6L6 4', { stroke: light, 'stroke-width': 1.1, 'stroke-opacity': 0.5 }),
  )
  return {
    kind: 'denim',
    weave: 'twill',
    motif:
      ground(base) +
      path(uneven(60), { stroke: dark, 'stroke-width': 2, 'stroke-opacity': 0.22 }) +
      path(uneven(40), { stroke: light, 'stroke-width': 1.6, 'stroke-opacity': 0.16 }) +
      twill +
      tag('rect', { width: CLOTH, height: CLOTH, fill: 'url(#denim)' }),
  }
}
