import { svgFile, tag } from './markup.ts'
import { type Weave, weaveOverlay } from './weave.ts'

/** The side of a drawn cloth in SVG units; it stands for 50 cm. Every print repeats over its edges. */
export const CLOTH = 400

/** A print, ready to be shown as a cloth or cut into a work. Ids inside `motif` begin with `kind`. */
export type Print = {
  readonly kind: string
  readonly weave: Weave
  /** Markup that fills 0..400 both ways, ground included. */
  readonly motif: string
}

export const ground = (fill: string): string => tag('rect', { width: CLOTH, height: CLOTH, fill })

export const clothSvg = (print: Print): string =>
  svgFile(CLOTH, CLOTH, print.motif + weaveOverlay(print.weave, CLOTH, CLOTH))
