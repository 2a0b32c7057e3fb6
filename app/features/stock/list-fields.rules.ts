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

/** What was changed of a product in the list; absent for a field that shows what it showed. */
export interface ChangedFields {
  readonly number: string
  readonly version: number
  readonly lowAt?: number | null
  readonly units?: number | null
}

/** As the fields say it. */
export const typedFields = (rows: readonly ChangedFields[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.flatMap(({ number, lowAt, units }) => [
      ...(lowAt === undefined ? [] : [[lowAtField(number), String(lowAt ?? '')]]),
      ...(units === undefined ? [] : [[reorderField(number), String(units ?? '')]]),
    ]),
  )

/** Names of a product's fields in the form. */
export const lowAtField = (number: string): string => `low-at ${number}`
export const reorderField = (number: string): string => `reorder ${number}`
