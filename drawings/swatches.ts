import { colour as c } from './colours.ts'
import { flowers, leaves, meadow } from './florals.ts'
import { birds, lemons } from './orchard.ts'
import { corduroy, denim, linen } from './plain-cloth.ts'
import type { Print } from './print.ts'
import { camellia, sakura } from './seasons.ts'
import { dots, rings, waves } from './soft.ts'
import { asanoha, seigaiha, shippo } from './wagara-lines.ts'
import { ichimatsu, kikko, uroko, yagasuri } from './wagara-tiles.ts'
import { gingham, sashiko, stripes, tartan } from './woven.ts'

/** Every cloth of the demo by the name of its picture: which print, in which dyes. */
const drawn = {
  'asanoha-indigo': () => asanoha({ ground: c.indigo, line: c.paper }),
  'asanoha-sakura': () => asanoha({ ground: c.sakura, line: c.white }),
  'asanoha-mustard': () => asanoha({ ground: c.mustard, line: c.paper }),
  'seigaiha-indigo': () => seigaiha({ ground: c.indigo, line: c.sky }),
  'seigaiha-paper': () => seigaiha({ ground: c.paper, line: c.chambray }),
  'shippo-persimmon': () => shippo({ ground: c.persimmon, line: c.blush, dot: c.blush }),
  'shippo-matcha': () => shippo({ ground: c.paper, line: c.matcha, dot: c.mustard }),
  'kikko-charcoal': () => kikko({ ground: c.charcoal, tile: c.oat, dot: c.persimmon }),
  'kikko-wisteria': () => kikko({ ground: c.paper, tile: c.wisteria, dot: c.mustard }),
  'uroko-beni': () => uroko({ ground: c.blush, tile: c.beni }),
  'uroko-charcoal': () => uroko({ ground: c.kinari, tile: c.charcoal }),
  'yagasuri-wisteria': () => yagasuri({ ground: c.white, tile: c.wisteria }),
  'yagasuri-indigo': () => yagasuri({ ground: c.paper, tile: c.indigo }),
  'ichimatsu-matcha': () => ichimatsu({ ground: c.kinari, tile: c.moss, dot: c.mustard }),
  'ichimatsu-indigo': () => ichimatsu({ ground: c.mist, tile: c.indigo, dot: c.persimmon }),
  'sashiko-indigo': () => sashiko({ ground: c.indigo, thread: c.white }),
  'gingham-beni': () => gingham({ ground: c.white, thread: c.beni }),
  'gingham-sky': () => gingham({ ground: c.white, thread: c.chambray, bands: 16 }),
  'gingham-matcha': () => gingham({ ground: c.white, thread: c.matcha, bands: 16 }),
  'tartan-moss': () =>
    tartan({
      ground: c.moss,
      bands: [
        [40, 50, c.navy, 0.55],
        [140, 50, c.navy, 0.4],
        [90, 5, c.mustard, 0.75],
        [190, 7, c.paper, 0.5],
        [15, 3, c.beni, 0.7],
        [65, 3, c.beni, 0.7],
      ],
    }),
  'tartan-camel': () =>
    tartan({
      ground: c.oat,
      bands: [
        [40, 44, c.charcoal, 0.5],
        [140, 44, c.paper, 0.55],
        [90, 4, c.beni, 0.8],
        [190, 8, c.cocoa, 0.45],
        [40, 4, c.paper, 0.6],
      ],
    }),
  'stripes-sky': () =>
    stripes({
      ground: c.paper,
      period: 100,
      bands: [
        [20, 22, c.sky],
        [50, 4, c.chambray],
        [72, 10, c.sky],
        [88, 2, c.chambray],
      ],
    }),
  'stripes-mustard': () =>
    stripes({
      ground: c.kinari,
      period: 50,
      bands: [
        [12, 14, c.mustard],
        [31, 2.4, c.cocoa],
        [37, 2.4, c.cocoa],
      ],
    }),
  'stripes-hickory': () =>
    stripes({
      ground: c.indigo,
      period: 20,
      weave: 'twill',
      bands: [
        [5, 6, c.paper],
        [12.5, 1.6, c.sky],
      ],
    }),
  'dots-charcoal': () => dots({ ground: c.charcoal, dot: c.paper, radius: 8.5, across: 8 }),
  'dots-sakura': () => dots({ ground: c.blush, dot: c.persimmon, second: c.sakura, radius: 14, across: 5 }),
  'dots-sky': () => dots({ ground: c.sky, dot: c.white, radius: 5, across: 10 }),
  'waves-sky': () => waves({ ground: c.white, line: c.chambray, second: c.sky }),
  'waves-persimmon': () => waves({ ground: c.kinari, line: c.persimmon, second: c.apricot }),
  'rings-sky': () => rings({ ground: c.mist, line: c.chambray, second: c.mustard }),
  'flowers-mustard': () =>
    flowers({ ground: c.paper, petal: c.mustard, second: c.persimmon, heart: c.cocoa, leaf: c.moss }),
  'flowers-navy': () =>
    flowers({ ground: c.navy, petal: c.paper, second: c.sakura, heart: c.mustard, leaf: c.chambray }),
  'meadow-paper': () =>
    meadow({ ground: c.white, blooms: [c.persimmon, c.chambray, c.mustard], heart: c.paper, leaf: c.matcha }),
  'meadow-navy': () =>
    meadow({ ground: c.navy, blooms: [c.sakura, c.white, c.lemon], heart: c.persimmon, leaf: c.matcha }),
  'leaves-matcha': () => leaves({ ground: c.white, leaf: c.matcha, second: c.moss }),
  'leaves-charcoal': () => leaves({ ground: c.mist, leaf: c.charcoal, second: c.ash }),
  'sakura-blush': () => sakura({ ground: c.blush, petal: c.white, second: c.sakura, heart: c.beni }),
  'sakura-navy': () => sakura({ ground: c.indigo, petal: c.blush, second: c.sakura, heart: c.persimmon }),
  'camellia-beni': () => camellia({ ground: c.kinari, petal: c.beni, heart: c.mustard, leaf: c.moss }),
  'lemons-sky': () => lemons({ ground: c.mist, fruit: c.lemon, pith: c.white, leaf: c.matcha }),
  'birds-sky': () => birds({ ground: c.paper, bird: c.chambray, second: c.indigo, berry: c.persimmon }),
  'linen-kinari': () => linen({ ground: c.kinari, light: c.white, dark: c.cocoa }),
  'linen-indigo': () => linen({ ground: c.chambray, light: c.sky, dark: c.indigo }),
  'linen-sage': () => linen({ ground: c.sage, light: c.white, dark: c.moss }),
  'corduroy-cocoa': () => corduroy({ ground: c.cocoa, light: c.apricot, dark: c.charcoal }),
  'denim-indigo': () => denim({ ground: c.indigo, light: c.sky, dark: c.navy }),
} as const satisfies Readonly<Record<string, () => Print>>

export type Swatch = keyof typeof drawn

const isSwatch = (name: string): name is Swatch => name in drawn

export const swatchNames: readonly Swatch[] = Object.keys(drawn).filter(isSwatch)

export const swatch = (name: Swatch): Print => drawn[name]()
