/** What the list of the stock showed of a product's fields when it was drawn; '' for nothing. */
export interface ShownFields {
  readonly number: string
  readonly version: number
  readonly lowAt: string
  readonly reorder: string
}

/** As a hidden field of the list's form; `readShown` reads it. */
export const shownField = ({ number, version, lowAt, reorder }: ShownFields): string =>
  `${number}~${version}~${lowAt}~${reorder}`

export const readShown = (text: string): ShownFields | null => {
  const [, number, version, lowAt = '', reorder = ''] =
    /^(.{1,64})~(\d{1,15})~(\d{0,9})~(\d{0,9})$/su.exec(text) ?? []
  return number === undefined ? null : { number, version: Number(version), lowAt, reorder }
}

/** Names of a product's fields in the form. */
export const lowAtField = (number: string): string => `low-at ${number}`
export const reorderField = (number: string): string => `reorder ${number}`
