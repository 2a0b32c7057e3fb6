import type { Colour } from './colours.ts'
import { lattice, num, path, steps, tag } from './markup.ts'
import { CLOTH, ground, type Print } from './print.ts'

type LineColours = { readonly ground: Colour; readonly line: Colour }

const line = (stroke: Colour, width: number) => ({
  fill: 'none',
  stroke,
  'stroke-width': width,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
})

/** Asanoha, the hemp leaf: six-pointed stars on a triangle lattice, drawn as one thin line. */
export const asanoha = ({ ground: base, line: ink }: LineColours): Print => {
  const half = 50
  const side = CLOTH / 7
  const third = half / 3
  const star = [
    `M0 0V${num(side)}M${half} ${num(-side / 2)}V${num(side / 2)}`,
    `M0 0L${2 * half} ${num(side)}M0 ${num(side)}L${2 * half} 0`,
    `M0 0L${num(third)} ${num(side / 2)}L0 ${num(side)}M${num(third)} ${num(side / 2)}H${half}`,
    `M${2 * half} 0L${num(5 * third)} ${num(side / 2)}L${2 * half} ${num(side)}M${num(5 * third)} ${num(side / 2)}H${half}`,
    `M${half} ${num(-side / 2)}L${num(2 * third)} 0L${half} ${num(side / 2)}M${num(2 * third)} 0H0`,
    `M${half} ${num(-side / 2)}L${num(4 * third)} 0L${half} ${num(side / 2)}M${num(4 * third)} 0H${2 * half}`,
  ].join('')
  return {
    kind: 'asanoha',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, path(star, { id: 'asanoha', ...line(ink, 2.4) })) +
      lattice('asanoha', steps(0, 2 * half, 4), steps(0, side, 8)),
  }
}

/** Seigaiha, waves of the blue sea: overlapping fans of rings, each row over the one behind it. */
export const seigaiha = ({ ground: base, line: ink }: LineColours): Print => {
  const radius = 40
  const rings = [36, 27, 18]
    .map((r) => tag('circle', { r, fill: 'none', stroke: ink, 'stroke-width': 3.6 }))
    .join('')
  const scale = tag(
    'g',
    { id: 'seigaiha' },
    tag('circle', { r: radius, fill: base }) + rings + tag('circle', { r: 8, fill: ink }),
  )
  const evenRow = tag('g', { id: 'seigaihaA' }, lattice('seigaiha', steps(0, 2 * radius, 6), [0]))
  const bothRows = tag(
    'g',
    { id: 'seigaihaB' },
    tag('use', { href: '#seigaihaA' }) +
      tag('use', { href: '#seigaihaA', x: -radius, y: radius / 2 }) +
      tag('use', { href: '#seigaiha', x: 11 * radius, y: radius / 2 }),
  )
  return {
    kind: 'seigaiha',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, scale + evenRow + bothRows) +
      lattice('seigaihaB', [0], steps(0, radius, 12)),
  }
}

/** Shippo, the seven treasures: circles that overlap by a quarter; the petals are filled and a small star sits in each. */
export const shippo = ({ ground: base, line: ink, dot }: LineColours & { readonly dot: Colour }): Print => {
  const r = 40
  const petal = (x: number, y: number, toX: number, toY: number) =>
    `M${x} ${y}A${r} ${r} 0 0 1 ${toX} ${toY}A${r} ${r} 0 0 1 ${x} ${y}Z`
  const petals = petal(r, 0, 0, r) + petal(r, 0, 2 * r, r) + petal(0, r, r, 2 * r) + petal(2 * r, r, r, 2 * r)
  const jewel = 'M0 -7Q1.5 -1.5 7 0Q1.5 1.5 0 7Q-1.5 1.5 -7 0Q-1.5 -1.5 0 -7Z'
  const cell = tag(
    'g',
    { id: 'shippo' },
    path(petals, { fill: ink, stroke: base, 'stroke-width': 2.4 }) +
      path(jewel, { fill: dot }) +
      path(jewel, { fill: dot, transform: `translate(${r} ${r})` }),
  )
  return {
    kind: 'shippo',
    weave: 'plain',
    motif: ground(base) + tag('defs', {}, cell) + lattice('shippo', steps(0, 2 * r, 6), steps(0, 2 * r, 6)),
  }
}
