import { productNumber } from './rules.ts'
/** Whether a list of numbers would read it as two: no new product gets such a one (N42). */
export const hasBlank = (number: string): boolean => /\s/u.test(number)

/** Numbers of a text that holds several, as they are stored; one that cannot be stored as it was written. */
export const numbersIn = (text: string): string[] =>
  text
    .split(/[、，,\n]/)
    .map((number) => productNumber(number) ?? number.trim())
    .filter((number) => number !== '')

/** The same for a text that somebody typed, who may part numbers by blanks: one with a blank in it has to be among `known`. */
export const numbersTyped = (text: string, known: (number: string) => boolean): string[] =>
  numbersIn(text).flatMap((number) => (known(number) ? number : number.split(/\s+/)))
