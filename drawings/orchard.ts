import type { Colour } from './colours.ts'
import { leafShape } from './florals.ts'
import { lattice, path, steps, tag, wheel } from './markup.ts'
import { ground, type Print } from './print.ts'
import { repeated, scattered } from './scattered.ts'

/** Lemons: whole fruit, cut halves and leaves, for aprons. */
export const lemons = ({
  ground: base,
  fruit,
  pith,
  leaf,
}: {
  ground: Colour
  fruit: Colour
  pith: Colour
  leaf: Colour
}): Print => {
  const body =
    'M0 -30C5 -30 6 -25 10 -22C23 -13 23 13 10 22C6 25 5 30 0 30C-5 30 -6 25 -10 22C-23 13 -23 -13 -10 -22C-6 -25 -5 -30 0 -30Z'
  const whole = tag(
    'g',
    { id: 'lemA' },
    path(leafShape(30, 18), { fill: leaf, transform: 'translate(1 -24) rotate(62)' }) +
      path(leafShape(24, 15), { fill: leaf, transform: 'translate(-1 -24) rotate(-48)' }) +
      path(body, { fill: fruit }) +
      path('M-11 -8C-13 0 -12 8 -8 14', {
        fill: 'none',
        stroke: pith,
        'stroke-width': 3,
        'stroke-linecap': 'round',
      }),
  )
  const half = tag(
    'g',
    { id: 'lemB' },
    tag('circle', { r: 22, fill: fruit }) +
      tag('circle', { r: 18.5, fill: pith }) +
      wheel(8, 'path', { d: 'M0 -3L5.2 -15Q0 -18 -5.2 -15Z' }, { fill: fruit }),
  )
  const sprout = tag(
    'g',
    { id: 'lemC', fill: leaf },
    path(leafShape(24, 14), { transform: 'rotate(35)' }) +
      path(leafShape(20, 12), { transform: 'rotate(-40)' }),
  )
  const pieces = [
    { id: 'lemA', reach: 40, count: 5 },
    { id: 'lemB', reach: 22, count: 4 },
    { id: 'lemC', reach: 20, count: 6 },
  ]
  return {
    kind: 'lemons',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, whole + half + sprout) +
      repeated('lemons', 200, scattered(23, 200, pieces)),
  }
}

/** Little birds in rows, every second row flying back, with a berry between them. */
export const birds = ({
  ground: base,
  bird,
  second,
  berry,
}: {
  ground: Colour
  bird: Colour
  second: Colour
  berry: Colour
}): Print => {
  const one = (id: string, body: Colour, wing: Colour) =>
    tag(
      'g',
      { id },
      path(
        'M-27 -9C-22 -7 -18 -5 -15 -4C-11 -15 2 -19 10 -14C15 -18 23 -16 24 -9L30 -6.5L24 -4C23 9 8 15 -3 10C-10 7 -14 3 -18 2C-22 2 -25 0 -27 -9Z',
        { fill: body },
      ) +
        path('M-8 -6C0 -10 8 -6 7 2C2 6 -6 2 -8 -6Z', { fill: wing }) +
        tag('circle', { cx: 18, cy: -9.5, r: 1.8, fill: base }) +
        path('M1 11V18M6 10V17', { stroke: wing, 'stroke-width': 1.8, 'stroke-linecap': 'round' }),
    )
  const sprig = (x: number, y: number) =>
    tag(
      'g',
      { transform: `translate(${x} ${y})` },
      path('M0 12V-8M0 4L8 -5M0 4L-8 -5', {
        fill: 'none',
        stroke: second,
        'stroke-width': 1.8,
        'stroke-linecap': 'round',
      }) +
        ['0 -10', '9 -7', '-9 -7']
          .map((at) => tag('circle', { r: 3.4, fill: berry, transform: `translate(${at})` }))
          .join(''),
    )
  const cell = tag(
    'g',
    { id: 'birds' },
    tag('use', { href: '#birdsA' }) +
      tag('use', { href: '#birdsB', transform: 'translate(50 50) scale(-1 1)' }) +
      sprig(50, 0) +
      sprig(0, 50),
  )
  return {
    kind: 'birds',
    weave: 'plain',
    motif:
      ground(base) +
      tag('defs', {}, one('birdsA', bird, second) + one('birdsB', second, bird) + cell) +
      lattice('birds', steps(0, 100, 5), steps(0, 100, 5)),
  }
}
