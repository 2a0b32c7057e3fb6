import { type Colour, colour as c } from '../colours.ts'
import { path, steps, svgFile, tag, useAt } from '../markup.ts'
import { fold, shadow, table, tape } from './cut.ts'

/** How one folded cloth of a stack looks from the side: its dye, and the marks of its print. */
type Layer = readonly [ground: Colour, mark: Colour, dashes: string]

/** Fifteen folded cloths in a stack, tied with a tape: the monthly parcel. `layers` repeat as often as needed. */
export const parcelSvg = (
  tableColour: Colour,
  ribbon: Colour,
  layers: readonly [Layer, ...Layer[]],
): string => {
  const stack = 'M80 92H320V344H80Z'
  const kinds = layers
    .map(([ground, mark, dashes], k) =>
      tag(
        'g',
        { id: `layer${k}` },
        path('M86 0H314Q324 0 324 8T314 16H86Q76 16 76 8T86 0Z', {
          fill: ground,
          stroke: '#3a2a1c',
          'stroke-opacity': 0.35,
        }) +
          path('M88 8H322', { stroke: mark, 'stroke-width': 6, 'stroke-dasharray': dashes }) +
          path('M84 12.5H322', { stroke: '#3a2a1c', 'stroke-opacity': 0.16, 'stroke-width': 3 }),
      ),
    )
    .join('')
  const drawn = steps(0, 1, 15)
    .map((k) => useAt(`layer${k % layers.length}`, ((k * 5) % 7) - 3, 92 + k * 17))
    .join('')
  const bow =
    tape('M200 90V350', ribbon, 12) +
    tape('M200 88C150 36 112 52 128 78S176 92 200 88C250 36 288 52 272 78S224 92 200 88', ribbon, 10) +
    tape('M200 88L158 128M200 88L246 126', ribbon, 9) +
    tag('rect', {
      x: 188,
      y: 77,
      width: 24,
      height: 22,
      rx: 7,
      fill: ribbon,
      stroke: '#3a2a1c',
      'stroke-opacity': 0.4,
    })
  return svgFile(400, 400, tag('defs', {}, kinds) + table(tableColour) + shadow(stack) + drawn + bow)
}

/** A pattern sheet on kraft paper: printed outlines, folds, a tape measure and a pin. */
export const patternSheetSvg = (): string => {
  const sheet = 'M62 66L336 56L346 338L70 348Z'
  const line = { fill: 'none', stroke: c.charcoal, 'stroke-width': 2.2, 'stroke-linejoin': 'round' }
  const dashed = { ...line, 'stroke-dasharray': '7 5', 'stroke-width': 1.5 }
  const measure = 'M40 300C110 262 140 330 206 316S300 262 372 296'
  const drawing =
    shadow(sheet) +
    path(sheet, { fill: c.oat, stroke: c.cocoa, 'stroke-opacity': 0.4 }) +
    path('M66 66L336 56L337 100L68 110Z', { fill: c.white, 'fill-opacity': 0.14 }) +
    fold('M200 62L206 342M66 204L341 196', 2, 0.2) +
    path('M203 204L341 196L346 338L206 342Z', { fill: '#3a2a1c', 'fill-opacity': 0.06 }) +
    path('M90 92H180V184Q136 196 90 184Z', line) +
    path('M82 84H188V191Q136 206 82 191Z', dashed) +
    path('M228 176C220 120 246 88 274 88S326 120 316 174Q272 190 228 176Z', line) +
    path('M219 183C210 112 242 79 274 79S336 112 325 181Q272 200 219 183Z', dashed) +
    path('M96 232H176V276H96Z', line) +
    path('M88 224H184V284H88Z', dashed) +
    path('M272 218L312 262H232Z', line) +
    path('M134 112V162M129 118L134 110L139 118M129 156L134 164L139 156M272 112V160M267 118L272 110L277 118', {
      ...line,
      stroke: c.persimmon,
    }) +
    path(measure, {
      fill: 'none',
      stroke: '#3a2a1c',
      'stroke-opacity': 0.2,
      'stroke-width': 22,
      transform: 'translate(3 6)',
    }) +
    path(measure, { fill: 'none', stroke: c.lemon, 'stroke-width': 21 }) +
    path(measure, {
      fill: 'none',
      stroke: c.charcoal,
      'stroke-width': 8,
      'stroke-dasharray': '1.6 8.4',
      transform: 'translate(0 -6)',
    }) +
    path('M300 236L262 292', { stroke: c.ash, 'stroke-width': 2.5 }) +
    tag('circle', { cx: 301, cy: 234, r: 7, fill: c.beni })
  return svgFile(400, 400, table(c.mist) + drawing)
}
