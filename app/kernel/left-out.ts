/** What an act on several things did not do (N90). */
export interface LeftOut {
  /** As she knows it, such as the number of an order. */
  readonly what: string
  /** Goes on after は and ends without a full stop, such as 取り消されました. */
  readonly why: string
  readonly whatToDo: string
}

/** How many of what an act on several did are named (N165). */
const mostTold = 10

/** The first `most` of these, and how many more there are in `unit`, such as A-1、A-2 ほか3点. */
export const namesTold = (names: readonly string[], unit: string, most = mostTold): string =>
  `${names.slice(0, most).join('、')}${names.length > most ? ` ほか${names.length - most}${unit}` : ''}`
