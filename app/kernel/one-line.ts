/**
 * A text from outside as one line of plain signs, well-formed and trimmed: line breaks, control characters (which end
 * header lines, steer a terminal, and which PostgreSQL cannot keep) and marks that turn the direction of reading become
 * blanks. Emoji and their joiners stay.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
