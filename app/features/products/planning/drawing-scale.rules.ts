/** The side of a unit. */
export const sideCm = 50

/** A drawing may be wider than a phone of 320 px shows it; it is then scaled down to this. */
const narrowestPx = 288
const highestPx = 544
const smallestLetterPx = 12.5

/** Of a drawing in cm: `px` for each cm, and the size of letters, in cm, that are at least 12 px on the screen, on narrow ones too (P38). */
export const drawingScale = ({
  width,
  height,
  most,
  least = 0,
}: {
  readonly width: number
  readonly height: number
  /** px for each cm. */
  readonly most: number
  readonly least?: number
}): { readonly px: number; readonly letter: number } => {
  const px = Math.max(least, Math.min(most, highestPx / height))
  return { px, letter: smallestLetterPx / Math.min(px, narrowestPx / width) }
}
