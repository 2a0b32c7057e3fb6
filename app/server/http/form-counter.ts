export interface FormLimits {
  readonly fields: number
  readonly lines: number
}

const [ampersand, plus, space, lineEnd] = [0x26, 0x2b, 0x20, 0x0a]

/**
 * Counts a form's fields while its bytes arrive (D6) and returns false at the piece that exceeds `limits`; other types pass.
 * The runtime's form parser takes quadratic time, and is slow for `+`, which is why `+` becomes a space in place.
 * Multipart is counted in lines: a part has at least four, and each header line costs as much as a part.
 */
export const formCounter = (
  contentType: string | undefined,
  { fields, lines }: FormLimits,
): ((piece: Uint8Array) => boolean) => {
  // A header may name several types, and the parser takes the last one that it knows.
  const type = contentType?.toLowerCase() ?? ''
  const isPairs = type.includes('urlencoded')
  const isParts = type.includes('multipart')
  if (!isPairs && !isParts) return () => true
  let pairs = 1
  let lineEnds = 0
  return (piece) => {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      if (byte === ampersand) pairs += 1
      else if (byte === lineEnd) lineEnds += 1
      else if (byte === plus && isPairs) piece[at] = space
    }
    return (!isPairs || pairs <= fields) && (!isParts || lineEnds <= lines)
  }
}
