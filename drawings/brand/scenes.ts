import { colour as c } from '../colours.ts'
import { path, svgFile, tag } from '../markup.ts'
import { swatch } from '../swatches.ts'
import { fan, fanTools } from './fan.ts'
import { button, scissors, spool } from './notions.ts'

const at = (place: string, markup: string): string => tag('g', { transform: place }, markup)

/** The picture at the head of the home page, 1200 by 800: nine cloths fanned on a paper table, with what it takes to sew them. */
export const heroSvg = (): string => {
  const cloths = [
    swatch('gingham-beni'),
    swatch('seigaiha-indigo'),
    swatch('leaves-matcha'),
    swatch('shippo-persimmon'),
    swatch('asanoha-indigo'),
    swatch('camellia-beni'),
    swatch('stripes-sky'),
    swatch('ichimatsu-matcha'),
    swatch('dots-sakura'),
  ]
  const thread = path('M636 700C690 770 770 690 830 736S960 770 1010 716', {
    fill: 'none',
    stroke: c.beni,
    'stroke-width': 4,
    'stroke-linecap': 'round',
  })
  return svgFile(
    1200,
    800,
    fanTools() +
      tag('rect', { width: 1200, height: 800, fill: c.kinari }) +
      fan({ x: 600, y: 700, reach: 372, from: -76, step: 19, size: 420 }, cloths) +
      thread +
      at('translate(600 700)', spool(c.beni)) +
      at('translate(330 716)rotate(-8)', scissors()) +
      at('translate(724 676)', button(c.mustard)) +
      at('translate(774 640)scale(.8)', button(c.chambray)),
  )
}

/** The ground of the card that other sites show beside a link, 1200 by 630: room for the name on the left, cloth on the right. */
export const socialCardSvg = (): string => {
  const cloths = [
    swatch('gingham-beni'),
    swatch('leaves-matcha'),
    swatch('shippo-persimmon'),
    swatch('asanoha-indigo'),
    swatch('camellia-beni'),
  ]
  return svgFile(
    1200,
    630,
    fanTools() +
      tag('rect', { width: 1200, height: 630, fill: c.paper }) +
      fan({ x: 900, y: 530, reach: 236, from: -50, step: 25, size: 300, flat: true }, cloths) +
      at('translate(900 510)', spool(c.mustard)),
  )
}
