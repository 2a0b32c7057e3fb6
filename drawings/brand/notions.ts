import { type Colour, colour as c } from '../colours.ts'
import { path, tag } from '../markup.ts'

const ink = '#3a2a1c'

/** A wooden spool that stands at 0,0, 110 wide and 150 high, wound with `thread`. */
export const spool = (thread: Colour): string => {
  const wood = { fill: c.apricot, stroke: c.cocoa, 'stroke-opacity': 0.5, 'stroke-width': 1.5 }
  return (
    tag('ellipse', { cx: 6, cy: 70, rx: 62, ry: 18, fill: ink, 'fill-opacity': 0.4, filter: 'url(#soft)' }) +
    path('M-50 52H50V62A50 14 0 0 1 -50 62Z', wood) +
    path('M-36 -54H36V56Q0 66 -36 56Z', { fill: thread }) +
    path(
      'M-36 -40Q0 -28 36 -42M-36 -24Q0 -12 36 -26M-36 -8Q0 4 36 -10M-36 8Q0 20 36 6M-36 24Q0 36 36 22M-36 40Q0 52 36 38',
      {
        fill: 'none',
        stroke: '#fff',
        'stroke-opacity': 0.25,
        'stroke-width': 3,
      },
    ) +
    path('M18 -54H36V56Q28 59 18 60Z', { fill: ink, 'fill-opacity': 0.16 }) +
    path('M-50 -62V-52A50 14 0 0 0 50 -52V-62Z', wood) +
    tag('ellipse', { cy: -62, rx: 50, ry: 14, fill: c.oat, stroke: c.cocoa, 'stroke-opacity': 0.5 }) +
    tag('ellipse', { cy: -62, rx: 13, ry: 4, fill: c.cocoa })
  )
}

/** A sewn-through button of radius 26 round 0,0. */
export const button = (fill: Colour): string =>
  tag('circle', { cx: 2, cy: 6, r: 26, fill: ink, 'fill-opacity': 0.3, filter: 'url(#soft)' }) +
  tag('circle', { r: 26, fill, stroke: ink, 'stroke-opacity': 0.3 }) +
  tag('circle', { r: 18, fill: 'none', stroke: '#fff', 'stroke-opacity': 0.4, 'stroke-width': 3 }) +
  path('M-6 -6h.1M6 -6h.1M-6 6h.1M6 6h.1', {
    stroke: ink,
    'stroke-opacity': 0.7,
    'stroke-width': 6,
    'stroke-linecap': 'round',
  })

/** Tailor's scissors that lie along the x axis, about 300 long, points to the left, slightly open. */
export const scissors = (): string => {
  const blade = (turn: number) =>
    path('M-170 0L6 -13Q18 0 6 12Z', {
      fill: c.ash,
      stroke: ink,
      'stroke-opacity': 0.5,
      transform: `rotate(${turn})`,
    }) +
    path('M-160 -1L4 -8', {
      stroke: '#fff',
      'stroke-opacity': 0.6,
      'stroke-width': 3,
      transform: `rotate(${turn})`,
    })
  const bow = (sign: number) =>
    path(
      `M0 0C40 ${sign * 4} 56 ${sign * 18} 76 ${sign * 22}C120 ${sign * 12} 150 ${sign * 34} 136 ${sign * 62}C118 ${sign * 84} 70 ${sign * 74} 70 ${sign * 34}`,
      {
        fill: 'none',
        stroke: c.charcoal,
        'stroke-width': 15,
        'stroke-linecap': 'round',
      },
    )
  return (
    path('M-166 8L130 60M-166 24L130 -20', {
      fill: 'none',
      stroke: ink,
      'stroke-opacity': 0.4,
      'stroke-width': 16,
      filter: 'url(#soft)',
    }) +
    blade(7) +
    bow(1) +
    blade(-7) +
    bow(-1) +
    tag('circle', { r: 7, fill: c.mustard, stroke: ink, 'stroke-opacity': 0.5 })
  )
}
