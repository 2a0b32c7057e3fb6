import { colour as c } from '../colours.ts'
import { num, path, steps, svgFile, tag } from '../markup.ts'

/** One hemp-leaf star of six leaves round x, y, with tips `radius` away. */
const star = (x: number, y: number, radius: number): string => {
  const half = radius / 2
  const belly = half * Math.tan(Math.PI / 6)
  const leaf = `M0 ${num(-radius * 0.05)}L${num(belly * 0.84)} ${num(-half)}L0 ${num(-radius)}L${num(-belly * 0.84)} ${num(-half)}Z`
  const midrib = `M0 ${num(-radius * 0.22)}V${num(-radius * 0.84)}`
  const leaves = steps(0, 60, 6)
    .map((turn) => tag('use', { href: '#leaf', transform: `translate(${x} ${y})rotate(${turn})` }))
    .join('')
  const drawn =
    path(leaf, { fill: c.paper }) +
    path(midrib, { stroke: c.indigo, 'stroke-width': radius * 0.045, 'stroke-linecap': 'round' })
  return tag('defs', {}, tag('g', { id: 'leaf' }, drawn)) + leaves
}

const cloth = 'M62 34H338Q366 34 366 62V262L262 366H62Q34 366 34 338V62Q34 34 62 34Z'
const turnedCorner = 'M366 262H286Q262 262 262 286V366Z'

/** The shop's mark: a square of indigo cloth with one corner turned to its persimmon back, a hemp-leaf star, a hem of stitches. */
export const logoSvg = (): string =>
  svgFile(
    400,
    400,
    path(cloth, { fill: c.indigo }) +
      path('M56 292V78Q56 56 78 56H322Q344 56 344 78V246M56 310V322Q56 344 78 344H246', {
        fill: 'none',
        stroke: c.sky,
        'stroke-width': 7,
        'stroke-dasharray': '17 12',
        'stroke-linecap': 'round',
      }) +
      star(190, 190, 112) +
      path(turnedCorner, { fill: c.persimmon }),
  )

/** The mark for a browser's tab: no stitches, a larger star. */
export const faviconSvg = (): string =>
  svgFile(
    400,
    400,
    path(cloth, { fill: c.indigo }) + star(186, 186, 132) + path(turnedCorner, { fill: c.persimmon }),
  )

/** The mark over the whole square, for systems that cut icons to shapes of their own: all that matters is in the middle 80 %. */
export const fullIconSvg = (): string =>
  svgFile(
    400,
    400,
    tag('rect', { width: 400, height: 400, fill: c.indigo }) +
      path('M400 292L292 400H400Z', { fill: c.persimmon }) +
      star(200, 200, 118),
  )
