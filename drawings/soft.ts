import type { Colour } from './colours.ts'
import { lattice, num, path, steps, tag } from './markup.ts'
import { CLOTH, ground, type Print } from './print.ts'

/** Dots in a half-drop repeat, every second one in a second colour. */
export const dots = ({
  ground: base,
  dot,
  second = dot,
  radius,
  across,
}: {
  readonly ground: Colour
  readonly dot: Colour
  readonly second?: Colour
  readonly radius: number
  readonly across: 5 | 8 | 10
}): Print => {
  const step = CLOTH / across
  const cell = tag(
    'g',
    { id: 'dots' },
    tag('circle', { r: radius, fill: dot }) +
      tag('circle', { cx: step / 2, cy: step / 2, r: radius, fill: second }),
  )
  return {
    kind: 'dots',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, cell) +
      lattice('dots', steps(0, step, across + 1), steps(0, step, across + 1)),
  }
}

/** Waves: swaying lines along the warp that grow thick and thin (yoroke-jima). */
export const waves = ({
  ground: base,
  line,
  second,
}: {
  ground: Colour
  line: Colour
  second: Colour
}): Print => {
  const sway = (x: number, reach: number) =>
    `M${num(x)} -100${steps(0, 1, 6)
      .map((k) => `q${k % 2 === 0 ? reach : -reach} 50 0 100`)
      .join('')}`
  const pair = tag(
    'g',
    { id: 'waves', fill: 'none', 'stroke-linecap': 'round' },
    path(sway(4, 17), { stroke: line, 'stroke-width': 9 }) +
      path(sway(17, 13), { stroke: line, 'stroke-width': 2.4 }) +
      path(sway(29, 17), { stroke: second, 'stroke-width': 5 }),
  )
  return {
    kind: 'waves',
    weave: 'plain',
    motif: ground(base) + tag('defs', {}, pair) + lattice('waves', steps(-40, 40, 12), [0]),
  }
}

/** Tenugui dyeing: soft hand-drawn rings, each a little open, as a brush leaves them. */
export const rings = ({
  ground: base,
  line,
  second,
}: {
  ground: Colour
  line: Colour
  second: Colour
}): Print => {
  const brush = (r: number, stroke: Colour, turn: number, gap: number) =>
    tag('circle', {
      r,
      fill: 'none',
      stroke,
      'stroke-width': 5,
      'stroke-linecap': 'round',
      'stroke-dasharray': `${num(2 * Math.PI * r - gap)} ${gap}`,
      transform: `rotate(${turn})`,
    })
  const cell = tag(
    'g',
    { id: 'rings' },
    brush(30, line, 20, 16) +
      brush(17, second, 200, 12) +
      tag('circle', { r: 4, fill: line }) +
      tag(
        'g',
        { transform: 'translate(50 50)' },
        brush(30, line, 130, 16) + brush(17, second, -40, 12) + tag('circle', { r: 4, fill: line }),
      ),
  )
  return {
    kind: 'rings',
    weave: 'gauze',
    motif: ground(base) + tag('defs', {}, cell) + lattice('rings', steps(0, 100, 5), steps(0, 100, 5)),
  }
}
