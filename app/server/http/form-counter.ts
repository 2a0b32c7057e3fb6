/** Most fields of a form, and most lines of one in several parts. */
export interface FormLimits {
  readonly fields: number
  readonly lines: number
}

const [ampersand, plus, space, lineEnd] = [0x26, 0x2b, 0x20, 0x0a]

/**
 * Counts the fields of a form while its bytes come (D6); false at the piece with which there are too many. What is no form, by
 * its content type, is taken as it is.
 *
 * The runtime's parser reads it afterwards, and takes time with the square of the pairs. Many pluses are slow for it too: they
 * become spaces here, which mean the same. Of a form in parts the lines are counted: a part has at least four, and a line of a
 * part's head costs as much as a part.
 */
export const formCounter = (
  contentType: string | undefined,
  { fields, lines }: FormLimits,
): ((piece: Uint8Array) => boolean) => {
  // One header may name several types: the parser takes the last that it knows.
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
