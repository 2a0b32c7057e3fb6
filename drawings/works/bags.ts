import { colour as c } from '../colours.ts'
import { path, tag } from '../markup.ts'
import { fold, piece, shadow, stitches, tape } from './cut.ts'

/** A flat tote with two handles and a pocket of the lining cloth. */
export const tote = (): string => {
  const body = 'M88 152H312L326 342Q327 356 313 356H87Q73 356 74 342Z'
  const handle = 'M146 190V128C146 34 254 34 254 128V190'
  return (
    shadow(body) +
    tape('M146 152C146 66 254 66 254 152', c.oat, 15) +
    piece(body, 'cloth') +
    fold('M74 342L96 330V160M326 342L304 330V160', 2, 0.14) +
    fold('M130 352Q140 300 128 262M262 352Q254 316 268 286', 5, 0.07) +
    stitches('M89 168H311', c.white) +
    tape(handle, c.oat, 15) +
    stitches('M141 168H151V188H141ZL151 188M249 168H259V188H249ZL259 188', c.cocoa, 1.4)
  )
}

/** A wide granny bag: gathers at the mouth, one handle of the lining cloth. */
export const grannyBag = (): string => {
  const body = 'M112 190C70 214 44 268 62 318C72 346 104 352 200 352S328 346 338 318C356 268 330 214 288 190Z'
  const band = 'M116 168Q200 156 284 168L290 194Q200 206 110 194Z'
  const handle = 'M132 174C118 22 282 22 268 174'
  const gathers = [130, 150, 172, 200, 228, 250, 270]
    .map((x) => `M${x} 198Q${x + (x - 200) * 0.22} 236 ${x + (x - 200) * 0.34} ${250 + ((x * 7) % 24)}`)
    .join('')
  return (
    shadow(body) +
    path(handle, { fill: 'none', stroke: '#3a2a1c', 'stroke-opacity': 0.3, 'stroke-width': 31 }) +
    path(handle, { fill: 'none', stroke: 'url(#lining)', 'stroke-width': 29 }) +
    stitches('M142 174C130 34 270 34 258 174', c.white, 1.4) +
    piece(body, 'cloth') +
    fold(gathers, 4, 0.18) +
    fold('M78 326Q200 344 322 326', 4, 0.1) +
    piece(band, 'lining') +
    stitches('M118 174Q200 162 282 174M114 188Q200 200 286 188', c.white, 1.4)
  )
}

/** A sacoche: a flat shoulder bag with a zip and a long cord. */
export const sacoche = (): string => {
  const body = 'M96 166H304Q312 166 312 174V336Q312 346 302 346H98Q88 346 88 336V174Q88 166 96 166Z'
  const cord = 'M98 172C30 96 88 26 168 66S262 138 300 92C326 60 352 120 304 172'
  return (
    shadow(body) +
    tape(cord, c.charcoal, 7) +
    tape('M104 160V184M296 160V184', c.charcoal, 13) +
    piece(body, 'cloth') +
    piece('M89 196H311V212H89Z', c.charcoal) +
    path('M98 204H302', { stroke: c.mustard, 'stroke-width': 4, 'stroke-dasharray': '2.5 2' }) +
    tape('M286 204L296 232', c.persimmon, 9) +
    tag('circle', { cx: 285, cy: 204, r: 6, fill: c.mustard }) +
    stitches('M98 190H302M98 218H302V330Q302 336 296 336H104Q98 336 98 330V218', c.white, 1.5)
  )
}

/** An azuma bag: one long cloth folded into a sling, its two ears tied in a knot. */
export const azumaBag = (): string => {
  const body =
    'M52 246C96 228 150 196 186 122L214 122C250 196 304 228 348 246C340 318 290 352 200 352S60 318 52 246Z'
  const front =
    'M52 246C120 262 170 262 200 254C260 290 316 270 348 246C340 318 290 352 200 352S60 318 52 246Z'
  return (
    shadow(body) +
    piece(body, 'lining') +
    fold('M186 130C170 190 130 226 90 240M214 130C224 190 270 226 310 240', 9, 0.13) +
    piece('M180 126C150 100 116 66 122 44C150 44 188 80 202 116Z', 'cloth') +
    piece('M220 126C250 100 284 66 278 44C250 44 212 80 198 116Z', 'cloth') +
    fold('M136 60Q170 86 190 116M264 60Q230 86 210 116', 3, 0.2) +
    piece('M176 112Q200 98 224 112Q232 130 222 146Q200 156 178 146Q168 130 176 112Z', 'cloth') +
    fold('M188 106Q182 128 190 150M212 106Q218 128 210 150', 3, 0.22) +
    piece(front, 'cloth') +
    fold('M200 254C170 290 150 320 146 344M200 254C230 300 250 320 262 340', 4, 0.13) +
    stitches('M60 258C120 272 172 272 200 264C260 300 310 284 342 260', c.white, 1.5)
  )
}
