import { colour as c } from '../colours.ts'
import { path, tag } from '../markup.ts'
import { fold, piece, shadow, stitches, tape } from './cut.ts'

/** A pouch on a brass snap frame (gamaguchi). */
export const gamaguchi = (): string => {
  const body =
    'M106 150Q106 124 128 124H272Q294 124 294 150C336 196 360 326 268 340Q200 350 132 340C40 326 66 196 106 150Z'
  const frame = 'M100 176V142Q100 118 124 118H276Q300 118 300 142V176'
  const gathers = [128, 150, 174, 200, 226, 250, 272]
    .map((x) => `M${x} 132Q${x + (x - 200) * 0.2} 170 ${x + (x - 200) * 0.3} ${186 + ((x * 5) % 20)}`)
    .join('')
  return (
    shadow(body) +
    piece(body, 'cloth') +
    fold(gathers, 4, 0.17) +
    fold('M92 300Q200 334 308 300', 6, 0.08) +
    tape(frame, c.mustard, 12) +
    tape('M184 112L196 90M216 112L204 90', c.mustard, 7) +
    tag('circle', { cx: 192, cy: 84, r: 13, fill: c.mustard, stroke: c.cocoa, 'stroke-opacity': 0.5 }) +
    tag('circle', { cx: 211, cy: 82, r: 13, fill: c.lemon, stroke: c.cocoa, 'stroke-opacity': 0.5 }) +
    tag('circle', { cx: 207, cy: 78, r: 4, fill: c.white })
  )
}

/** A drawstring bag (kinchaku), gathered below a frill, with two cords and wooden beads. */
export const kinchaku = (): string => {
  const body = 'M138 152C96 190 76 232 78 320Q79 352 112 352H288Q321 352 322 320C324 232 304 190 262 152Z'
  const frill =
    'M138 152C120 122 112 96 108 74Q128 82 144 72Q164 84 182 72Q200 84 218 72Q236 84 256 72Q274 82 292 74C288 96 280 122 262 152Q200 162 138 152Z'
  const gathers = [148, 168, 190, 212, 234, 254]
    .map(
      (x) =>
        `M${x} 156Q${x + (x - 200) * 0.25} 190 ${x + (x - 200) * 0.4} ${206 + ((x * 7) % 26)}M${x} 146Q${x + (x - 200) * 0.2} 118 ${x + (x - 200) * 0.34} 92`,
    )
    .join('')
  const bead = (x: number, y: number) =>
    tag('circle', {
      cx: x,
      cy: y,
      r: 10,
      fill: c.apricot,
      stroke: c.cocoa,
      'stroke-opacity': 0.6,
      'stroke-width': 1.5,
    })
  return (
    shadow(body) +
    piece(body, 'cloth') +
    piece(frill, 'lining') +
    fold(gathers, 4, 0.18) +
    tape('M134 152Q200 166 266 152', c.beni, 7) +
    tape('M134 152C100 150 74 176 70 214M266 152C300 150 326 176 330 214', c.beni, 6) +
    bead(70, 218) +
    bead(330, 218) +
    tape('M70 230L62 252M70 230L76 254M330 230L324 254M330 230L338 252', c.beni, 4) +
    fold('M96 340Q200 322 304 340', 5, 0.09)
  )
}

/** A pencil case with a zip, two pencils beside it. */
export const pencilCase = (): string => {
  const body = 'M66 178Q60 152 88 152H312Q340 152 334 178L328 262Q326 284 304 284H96Q74 284 72 262Z'
  const pencil = (wood: string, lead: string) =>
    path('M0 0H170V14H0Z', { fill: wood }) +
    path('M0 5H170', { stroke: '#fff', 'stroke-opacity': 0.3, 'stroke-width': 3 }) +
    path('M170 0L194 7L170 14Z', { fill: c.oat }) +
    path('M186 4.6L194 7L186 9.4Z', { fill: lead })
  return (
    shadow('M96 332L286 312V326L96 346Z') +
    tag('g', { transform: 'translate(92 334)rotate(-6)' }, pencil(c.moss, c.charcoal)) +
    tag('g', { transform: 'translate(140 352)rotate(3)' }, pencil(c.beni, c.beni)) +
    shadow(body) +
    piece(body, 'cloth') +
    piece('M62 166Q62 152 88 152H312Q338 152 338 166L336 186H64Z', 'lining') +
    path('M66 174H334', { stroke: c.white, 'stroke-width': 14 }) +
    path('M70 174H330', { stroke: c.ash, 'stroke-width': 4, 'stroke-dasharray': '2.5 2' }) +
    tape('M94 174L80 204', c.cocoa, 9) +
    tag('rect', { x: 88, y: 167, width: 18, height: 14, rx: 4, fill: c.mustard }) +
    stitches('M68 192H332', c.white, 1.5) +
    fold('M96 274Q200 262 304 274', 5, 0.09) +
    piece('M330 206H346V234H329Z', c.cocoa)
  )
}

/** A fabric book cover round a pocket book, with a ribbon. */
export const bookCover = (): string => {
  const cover = 'M96 74H290Q302 74 302 86V324Q302 336 290 336H96Z'
  return tag(
    'g',
    { transform: 'rotate(-7 200 200)' },
    shadow(cover) +
      path('M104 82H308V342H104Z', { fill: c.white, stroke: c.ash, 'stroke-width': 1 }) +
      path('M300 88V338M304 88V340M110 338H304', { stroke: c.ash, 'stroke-width': 1 }) +
      tape('M226 338L230 372L222 382', c.beni, 6) +
      piece(cover, 'cloth') +
      piece('M96 74H136V336H96Q84 336 84 324V86Q84 74 96 74Z', 'lining') +
      fold('M137 76V334', 4, 0.2) +
      fold('M90 78V332', 5, 0.12) +
      stitches('M144 84H286Q293 84 293 91V319Q293 326 286 326H144', c.white, 1.6) +
      piece('M262 240H302V262H262Z', c.cocoa) +
      stitches('M266 244H300M266 258H300', c.oat, 1.2),
  )
}
