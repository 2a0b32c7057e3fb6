import { colour as c } from '../colours.ts'
import { path, tag } from '../markup.ts'
import { fold, piece, shadow, stitches, tape } from './cut.ts'

/** A square cushion with piping. */
export const cushion = (): string => {
  const body = 'M62 74Q200 98 338 74Q316 200 338 330Q200 308 62 330Q84 200 62 74Z'
  return (
    shadow(body) +
    piece(body, 'cloth') +
    path(body, { fill: 'none', stroke: 'url(#lining)', 'stroke-width': 9, 'stroke-linejoin': 'round' }) +
    path(body, { fill: 'none', stroke: '#3a2a1c', 'stroke-opacity': 0.25, 'stroke-width': 1.5 }) +
    fold(
      'M76 90Q104 118 116 148M324 90Q298 116 288 142M76 314Q104 290 116 262M324 314Q296 290 286 266',
      8,
      0.1,
    ) +
    fold('M90 84Q120 100 140 122M310 86Q284 104 270 120M92 318Q120 300 136 282', 5, 0.09) +
    path('M130 140Q200 110 270 140', {
      fill: 'none',
      stroke: '#fff',
      'stroke-opacity': 0.14,
      'stroke-width': 26,
      'stroke-linecap': 'round',
    })
  )
}

/** A bib apron with a wide pocket of the lining cloth. */
export const apron = (pocket: 'cloth' | 'lining' = 'lining'): string => {
  const body =
    'M144 106Q200 122 256 106L262 148Q272 188 312 200L322 344Q322 358 308 358H92Q78 358 78 344L88 200Q128 188 138 148Z'
  return (
    shadow(body) +
    tape('M150 112C142 20 258 20 250 112', c.oat, 11) +
    tape('M90 206C54 208 44 244 58 292M310 206C346 208 356 244 342 292', c.oat, 9) +
    piece(body, 'cloth') +
    fold('M124 350Q134 300 128 256M276 350Q268 310 276 270', 6, 0.09) +
    stitches('M148 118Q200 133 252 118M97 208Q137 196 147 152M303 208Q263 196 253 152M90 346H310', c.white) +
    piece('M134 230H266V300Q266 316 250 316H150Q134 316 134 300Z', pocket) +
    stitches('M134 242H266M200 246V309H141V246M259 246V309H200', c.white, 1.5)
  )
}

/** Four coasters, two of each cloth, and a cup of tea. */
export const coasters = (): string => {
  const square = 'M-62 -54Q-62 -62 -54 -62H54Q62 -62 62 -54V54Q62 62 54 62H-54Q-62 62 -62 54Z'
  const seam = 'M-54 -54H54V54H-54Z'
  const one = (stuff: 'cloth' | 'lining', x: number, y: number, turn: number) =>
    tag(
      'g',
      { transform: `translate(${x} ${y})rotate(${turn})` },
      shadow(square) + piece(square, stuff) + stitches(seam, c.white, 1.6),
    )
  return (
    one('cloth', 122, 120, -6) +
    one('lining', 274, 134, 8) +
    one('lining', 126, 272, 5) +
    one('cloth', 276, 282, -9) +
    tag('circle', { cx: 282, cy: 292, r: 46, fill: '#3a2a1c', 'fill-opacity': 0.2 }) +
    tag('circle', { cx: 276, cy: 282, r: 45, fill: c.white, stroke: c.ash, 'stroke-width': 1.5 }) +
    tag('circle', { cx: 276, cy: 282, r: 38, fill: c.matcha }) +
    tag('circle', { cx: 270, cy: 276, r: 30, fill: c.sage, 'fill-opacity': 0.35 })
  )
}

/** A place mat with a border of the lining cloth, set with a bowl and chopsticks. */
export const placemat = (): string => {
  const mat = 'M34 98H366V322H34Z'
  return (
    shadow(mat) +
    piece(mat, 'lining') +
    piece('M58 120H342V300H58Z', 'cloth') +
    stitches('M64 126H336V294H64Z', c.white, 1.6) +
    tag('circle', { cx: 138, cy: 206, r: 60, fill: '#3a2a1c', 'fill-opacity': 0.2 }) +
    tag('circle', { cx: 134, cy: 198, r: 58, fill: c.white, stroke: c.ash, 'stroke-width': 1.5 }) +
    tag('circle', { cx: 134, cy: 198, r: 46, fill: c.mist }) +
    tag('circle', { cx: 134, cy: 198, r: 46, fill: 'none', stroke: c.chambray, 'stroke-width': 3 }) +
    tag('circle', { cx: 252, cy: 196, r: 42, fill: '#3a2a1c', 'fill-opacity': 0.2 }) +
    tag('circle', { cx: 249, cy: 190, r: 40, fill: c.charcoal }) +
    tag('circle', { cx: 249, cy: 190, r: 33, fill: c.cocoa }) +
    path('M92 276L330 266M94 285L330 277', {
      stroke: '#3a2a1c',
      'stroke-opacity': 0.25,
      'stroke-width': 6,
      transform: 'translate(2 5)',
    }) +
    path('M92 276L330 266M94 285L330 277', { stroke: c.beni, 'stroke-width': 5, 'stroke-linecap': 'round' }) +
    tag('rect', { x: 284, y: 258, width: 12, height: 32, rx: 5, fill: c.paper, stroke: c.ash })
  )
}
