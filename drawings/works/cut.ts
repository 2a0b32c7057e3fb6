import type { Colour } from '../colours.ts'
import { path, svgFile, tag } from '../markup.ts'
import { CLOTH, type Print } from '../print.ts'
import { weavePattern } from '../weave.ts'

/** What a piece is cut from: the first or second print of the work, or one plain colour. */
export type Stuff = 'cloth' | 'lining' | Colour

const fillOf = (stuff: Stuff): string => (stuff === 'cloth' || stuff === 'lining' ? `url(#${stuff})` : stuff)

const shadowInk = '#3a2a1c'

/** One piece of sewn cloth with outline `d`: its stuff, light from the upper left, and an edge. */
export const piece = (d: string, stuff: Stuff): string =>
  path(d, { fill: fillOf(stuff) }) +
  path(d, { fill: 'url(#light)', stroke: shadowInk, 'stroke-opacity': 0.28, 'stroke-width': 1.5 })

/** The soft shadow that a thing with outline `d` throws on the table. */
export const shadow = (d: string): string =>
  path(d, { transform: 'translate(4 10)', fill: shadowInk, 'fill-opacity': 0.3, filter: 'url(#soft)' })

/** A line of running stitches. */
export const stitches = (d: string, thread: Colour, width = 1.8): string =>
  path(d, {
    fill: 'none',
    stroke: thread,
    'stroke-width': width,
    'stroke-dasharray': '6 4',
    'stroke-linecap': 'round',
  })

/** A fold or hollow: a line of shade, `width` wide. */
export const fold = (d: string, width = 3, opacity = 0.16): string =>
  path(d, {
    fill: 'none',
    stroke: shadowInk,
    'stroke-opacity': opacity,
    'stroke-width': width,
    'stroke-linecap': 'round',
  })

/** A tape, cord or handle of one colour along the line `d`, with a lit edge and its own thin outline. */
export const tape = (d: string, stuff: Stuff, width: number): string => {
  const strokes = [
    path(d, { stroke: shadowInk, 'stroke-opacity': 0.35, 'stroke-width': width + 2 }),
    path(d, { stroke: fillOf(stuff), 'stroke-width': width }),
    path(d, { stroke: '#fff', 'stroke-opacity': 0.18, 'stroke-width': width * 0.4 }),
  ]
  return tag('g', { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }, strokes.join(''))
}

const clothPattern = (id: string, print: Print, scale: number, turn: number): string =>
  tag(
    'pattern',
    {
      id,
      width: CLOTH,
      height: CLOTH,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `rotate(${turn})scale(${scale})`,
    },
    print.motif + tag('rect', { width: CLOTH, height: CLOTH, fill: 'url(#weave)' }),
  )

const light =
  '<linearGradient id="light" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".26"/>' +
  '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1d1208" stop-opacity=".2"/></linearGradient>'

/** A table top of one soft colour under a lamp, and what `shadow` needs. */
export const table = (fill: Colour): string =>
  tag(
    'defs',
    {},
    '<filter id="soft"><feGaussianBlur stdDeviation="7"/></filter><radialGradient id="lamp" cx=".42" cy=".38">' +
      '<stop stop-color="#fffdf8" stop-opacity=".6"/><stop offset="1" stop-color="#fffdf8" stop-opacity="0"/></radialGradient>',
  ) +
  tag('rect', { width: CLOTH, height: CLOTH, fill }) +
  tag('rect', { width: CLOTH, height: CLOTH, fill: 'url(#lamp)' })

/** How a print lies in a work: `scale` 1 shows 50 cm over the whole picture; `turn` in degrees. */
export type Laid = { readonly print: Print; readonly scale: number; readonly turn?: number }

/** The picture of a sewn work on a table of one soft colour. */
export const workSvg = (work: {
  readonly table: Colour
  readonly cloth: Laid
  readonly lining?: Laid
  readonly drawing: string
}): string => {
  const laid = (id: string, { print, scale, turn = 0 }: Laid) => clothPattern(id, print, scale, turn)
  const cloths = laid('cloth', work.cloth) + (work.lining === undefined ? '' : laid('lining', work.lining))
  const defs = tag('defs', {}, weavePattern(work.cloth.print.weave) + cloths + light)
  return svgFile(CLOTH, CLOTH, defs + table(work.table) + work.drawing)
}
