import { createHash } from 'node:crypto'

/** The id of what a press for several products does to one of them: a number may be in any script, an id of a form is not. */
export const idForProduct = (requestId: string, number: string): string =>
  `${requestId}:${createHash('sha256').update(number).digest('hex').slice(0, 24)}`
