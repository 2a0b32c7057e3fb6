import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** A session id of 66 characters, the longest the API's paths take, so that nobody stores it in a shorter column. */
export const newSessionId = (): string => `cs_test_a1${randomLetters(56)}`

/** An id of the provider's usual form, such as `evt_1...` for `evt`. */
export const newObjectId = (prefix: 'evt' | 'li' | 'pi' | 'price' | 'prod' | 'req'): string =>
  `${prefix}_1${randomLetters(23)}`
