import { logoSvg } from './drawings/brand/logo.ts'
import { heroSvg, socialCardSvg } from './drawings/brand/scenes.ts'
import { clothSvg } from './drawings/print.ts'
import { swatch, swatchNames } from './drawings/swatches.ts'
import { picturedWorks } from './drawings/works/pictured.ts'

/** A picture of the demo: its path below the pictures' folder (served under /Image/), and its text. */
export type DemoPicture = { readonly path: string; readonly svg: string }

/** Every picture that the demo's content and pages show, drawn anew at each call. */
export const demoPictures = (): readonly DemoPicture[] => [
  { path: 'logo.svg', svg: logoSvg() },
  { path: 'demo/hero.svg', svg: heroSvg() },
  { path: 'demo/social-card.svg', svg: socialCardSvg() },
  ...swatchNames.map((name) => ({ path: `demo/${name}.svg`, svg: clothSvg(swatch(name)) })),
  ...picturedWorks().map(({ name, svg }) => ({ path: `demo/${name}.svg`, svg })),
]
