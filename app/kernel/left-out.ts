/** What an act on several things did not do (N90). */
export interface LeftOut {
  /** As she knows it, such as the number of an order. */
  readonly what: string
  /** Goes on after は and ends without a full stop, such as 取り消されました. */
  readonly why: string
  readonly whatToDo: string
}
