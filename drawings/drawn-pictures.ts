import { faviconSvg, logoSvg } from './brand/logo.ts'
import { heroSvg, socialCardSvg } from './brand/scenes.ts'
import { clothSvg } from './print.ts'
import { swatch, swatchNames } from './swatches.ts'
import { picturedWorks } from './works/pictured.ts'

const demo = 'db/demo/pictures'

/** Every SVG that is committed, by its path in the project; drawing again gives the same text. */
export const drawnPictures = (): ReadonlyArray<{ readonly path: string; readonly svg: string }> => [
  { path: 'public/favicon.svg', svg: faviconSvg() },
  { path: 'app/features/site/ui/hero.svg', svg: heroSvg() },
  { path: `${demo}/logo.svg`, svg: logoSvg() },
  { path: `${demo}/demo/hero.svg`, svg: heroSvg() },
  { path: `${demo}/demo/social-card.svg`, svg: socialCardSvg() },
  ...swatchNames.map((name) => ({ path: `${demo}/demo/${name}.svg`, svg: clothSvg(swatch(name)) })),
  ...picturedWorks().map(({ name, svg }) => ({ path: `${demo}/demo/${name}.svg`, svg })),
]
