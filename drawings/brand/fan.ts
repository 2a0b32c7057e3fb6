import { num, path, steps, tag } from '../markup.ts'
import { CLOTH, type Print } from '../print.ts'
import { weavePattern } from '../weave.ts'

/** A square of CLOTH units round 0,0 whose edges pinking shears have cut to teeth. */
const pinkedSquare = (): string => {
  const tooth = CLOTH / 25
  const half = tooth / 2
  const side = (stepX: number, stepY: number, inX: number, inY: number) =>
    `l${num(stepX / 2 + inX)} ${num(stepY / 2 + inY)} ${num(stepX / 2 - inX)} ${num(stepY / 2 - inY)}`
  return (
    `M${-CLOTH / 2} ${-CLOTH / 2}` +
    side(tooth, 0, 0, half).repeat(25) +
    side(0, tooth, -half, 0).repeat(25) +
    side(-tooth, 0, 0, -half).repeat(25) +
    side(0, -tooth, half, 0).repeat(25) +
    'Z'
  )
}

/** What `fan` draws with; once in each picture. */
export const fanTools = (): string =>
  tag(
    'defs',
    {},
    path(pinkedSquare(), { id: 'square' }) +
      tag('clipPath', { id: 'pinked' }, tag('use', { href: '#square' })) +
      '<filter id="soft" x="-.3" y="-.8" width="1.6" height="2.6"><feGaussianBlur stdDeviation="9"/></filter>' +
      '<linearGradient id="light" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".2"/>' +
      '<stop offset=".6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1d1208" stop-opacity=".16"/></linearGradient>' +
      weavePattern('plain'),
  )

type Fan = {
  readonly x: number
  readonly y: number
  /** From the point where the fan is held to the middle of a cloth. */
  readonly reach: number
  /** The first cloth's lean and the step to the next, in degrees; 0 is upright. */
  readonly from: number
  readonly step: number
  readonly size: number
  /** Flat cloth, without weave and light, makes a much smaller PNG. */
  readonly flat?: boolean
}

/** Squares of cloth, fanned like cards held at x, y. No two prints may be of one kind. */
export const fan = (
  { x, y, reach, from, step, size, flat = false }: Fan,
  prints: readonly Print[],
): string => {
  const turns = steps(from, step, prints.length)
  return prints
    .map(({ motif }, k) => {
      const place = `translate(${x} ${y})rotate(${num(turns[k] ?? 0)})translate(0 ${-reach})scale(${num(size / CLOTH)})`
      const cloth =
        tag('g', { transform: `translate(${-CLOTH / 2} ${-CLOTH / 2})` }, motif) +
        (flat ? [] : ['weave', 'light'])
          .map((over) => tag('use', { href: '#square', fill: `url(#${over})` }))
          .join('')
      return tag(
        'g',
        { transform: place },
        tag('use', { href: '#square', y: 9, 'fill-opacity': 0.34, filter: 'url(#soft)' }) +
          tag('g', { 'clip-path': 'url(#pinked)' }, cloth),
      )
    })
    .join('')
}
