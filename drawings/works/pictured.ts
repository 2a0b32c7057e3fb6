import { colour as c } from '../colours.ts'
import { type Swatch, swatch } from '../swatches.ts'
import { azumaBag, grannyBag, sacoche, tote } from './bags.ts'
import { type Laid, workSvg } from './cut.ts'
import { apron, coasters, cushion, placemat } from './home.ts'
import { parcelSvg, patternSheetSvg } from './parcels.ts'
import { bookCover, gamaguchi, kinchaku, pencilCase } from './pouches.ts'
import { babyShoes, bib, bucketHat, scrunchies } from './wear.ts'

const of = (name: Swatch, scale: number, turn = 0): Laid => ({ print: swatch(name), scale, turn })

/** Every picture of a finished work, kit or parcel by its name. */
const drawn = {
  'work-tote': () => workSvg({ table: c.mist, cloth: of('camellia-beni', 0.75), drawing: tote() }),
  'work-kinchaku': () =>
    workSvg({
      table: c.sage,
      cloth: of('yagasuri-wisteria', 0.7),
      lining: of('dots-sky', 0.6),
      drawing: kinchaku(),
    }),
  'work-coasters': () =>
    workSvg({
      table: c.oat,
      cloth: of('asanoha-indigo', 0.6),
      lining: of('shippo-persimmon', 0.6),
      drawing: coasters(),
    }),
  'work-placemat': () =>
    workSvg({
      table: c.kinari,
      cloth: of('stripes-sky', 0.6, 90),
      lining: of('linen-indigo', 0.7),
      drawing: placemat(),
    }),
  'work-bib': () =>
    workSvg({ table: c.blush, cloth: of('birds-sky', 0.75), lining: of('gingham-sky', 0.6), drawing: bib() }),
  'work-cushion': () =>
    workSvg({
      table: c.mist,
      cloth: of('leaves-matcha', 0.9),
      lining: of('linen-sage', 0.6),
      drawing: cushion(),
    }),
  'work-gamaguchi': () => workSvg({ table: c.blush, cloth: of('kikko-charcoal', 0.8), drawing: gamaguchi() }),
  'work-pencil-case': () =>
    workSvg({
      table: c.sky,
      cloth: of('stripes-mustard', 0.7),
      lining: of('denim-indigo', 0.8),
      drawing: pencilCase(),
    }),
  'work-book-cover': () =>
    workSvg({
      table: c.kinari,
      cloth: of('seigaiha-indigo', 0.8),
      lining: of('linen-kinari', 0.8),
      drawing: bookCover(),
    }),
  'work-apron': () => workSvg({ table: c.blush, cloth: of('lemons-sky', 0.7), drawing: apron('cloth') }),
  'work-sacoche': () => workSvg({ table: c.kinari, cloth: of('waves-sky', 0.8), drawing: sacoche() }),
  'work-bucket-hat': () =>
    workSvg({
      table: c.sage,
      cloth: of('denim-indigo', 0.9),
      lining: of('stripes-hickory', 0.4),
      drawing: bucketHat(),
    }),
  'work-azuma-bag': () =>
    workSvg({
      table: c.oat,
      cloth: of('uroko-beni', 0.6),
      lining: of('linen-kinari', 0.8),
      drawing: azumaBag(),
    }),
  'work-baby-shoes': () =>
    workSvg({
      table: c.sky,
      cloth: of('dots-sakura', 0.5),
      lining: of('gingham-beni', 0.4),
      drawing: babyShoes(),
    }),
  'work-granny-bag': () =>
    workSvg({
      table: c.kinari,
      cloth: of('tartan-moss', 0.8),
      lining: of('corduroy-cocoa', 0.8),
      drawing: grannyBag(),
    }),
  'work-scrunchies': () =>
    workSvg({
      table: c.mist,
      cloth: of('shippo-matcha', 0.6),
      lining: of('asanoha-mustard', 0.6),
      drawing: scrunchies(),
    }),
  'work-pattern-sheet': patternSheetSvg,
  'collab-apron': () =>
    workSvg({
      table: c.sky,
      cloth: of('linen-sage', 0.8),
      lining: of('ichimatsu-matcha', 0.5),
      drawing: apron(),
    }),
  'collab-tote': () => workSvg({ table: c.blush, cloth: of('ichimatsu-indigo', 0.8), drawing: tote() }),
  'collab-cushion': () =>
    workSvg({
      table: c.oat,
      cloth: of('sashiko-indigo', 0.9),
      lining: of('linen-kinari', 0.6),
      drawing: cushion(),
    }),
  'collab-hat': () =>
    workSvg({
      table: c.mist,
      cloth: of('tartan-camel', 0.7),
      lining: of('corduroy-cocoa', 0.8),
      drawing: bucketHat(),
    }),
  'parcel-domestic': () =>
    parcelSvg(c.mist, c.beni, [
      [c.indigo, c.paper, '4 6'],
      [c.paper, c.persimmon, '2 9'],
      [c.sakura, c.white, '10 5'],
      [c.matcha, c.paper, '1 5'],
      [c.kinari, c.chambray, '14 3 2 3'],
      [c.mustard, c.white, '5 5'],
      [c.charcoal, c.oat, '3 12'],
    ]),
  'parcel-us': () =>
    parcelSvg(c.blush, c.indigo, [
      [c.sky, c.white, '6 6'],
      [c.beni, c.paper, '2 6'],
      [c.lemon, c.moss, '3 11'],
      [c.white, c.chambray, '12 4 3 4'],
      [c.wisteria, c.lemon, '2 8'],
      [c.apricot, c.beni, '8 4'],
      [c.sage, c.white, '1 4'],
    ]),
} as const satisfies Readonly<Record<string, () => string>>

/** `name` is the file name without its ending. */
export const picturedWorks = (): ReadonlyArray<{ readonly name: string; readonly svg: string }> =>
  Object.entries(drawn).map(([name, draw]) => ({ name, svg: draw() }))
