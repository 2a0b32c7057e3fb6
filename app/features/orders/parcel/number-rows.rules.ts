import {
  type Carrier,
  isCarrier,
  isShortened,
  type Parcel,
  trackingsTyped,
} from '~/features/orders/carriers.rules.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import { textsOf, versionIn } from '~/kernel/form.ts'
import { joinedNumbers } from './numbers.rules.ts'

/** A row of 番号を入れる: its field, and whose parcels these are. */
export interface NumberRow {
  readonly number: string
  readonly tracking: string
  /** A carrier, `eachItsOwn`, or '' for that of the select above the rows. */
  readonly carrier: string
}

/** As a form sends it. */
export interface SentRow extends NumberRow {
  readonly version: number
  /** As it was drawn: a row that says so still is not written (N86). Null of a page of the former release (D51). */
  readonly was: string | null
}

/** Of a row whose parcels go with several carriers: each number keeps the one that its order or file tells. */
export const eachItsOwn = 'each'

export const longestNumbers = 1_000

/** The row of an order with these parcels. */
export const drawnRow = (number: string, parcels: readonly Parcel[]): NumberRow => {
  const of = [...new Set(parcels.map(({ carrier }) => carrier ?? ''))]
  return {
    number,
    tracking: joinedNumbers(parcels.flatMap(({ tracking }) => tracking ?? [])),
    carrier: of.length > 1 ? eachItsOwn : (of[0] ?? ''),
  }
}

const numbersTyped = (tracking: string): string[] | null =>
  isShortened(tracking) ? null : trackingsTyped(tracking)

/** What a row says, in one spelling. */
export const rowMark = ({ tracking, carrier }: NumberRow): string =>
  `${carrier} ${joinedNumbers(numbersTyped(tracking) ?? [tracking.trim()])}`

export const hasNumber = ({ tracking }: Pick<NumberRow, 'tracking'>): boolean => tracking.trim() !== ''

export const isTouched = (row: SentRow): boolean =>
  row.was === null ? hasNumber(row) : rowMark(row) !== row.was

/** The parcels of a row; `above` is the carrier of the select above it, `read` that of numbers of which a file or an order tells. */
export const parcelsOfRow = (
  { tracking, carrier }: Pick<NumberRow, 'tracking' | 'carrier'>,
  above: string,
  read: ReadonlyMap<string, Carrier>,
): readonly TypedParcel[] => {
  const own = isCarrier(carrier) ? carrier : above
  const numbers = numbersTyped(tracking)
  if (numbers === null) return [{ carrier: own, tracking }]
  // An emptied field does not say that the parcel goes with the carrier above.
  if (numbers.length === 0) return [{ carrier: isCarrier(carrier) ? carrier : '', tracking: '' }]
  return numbers.map((number) => ({
    carrier: carrier === eachItsOwn ? (read.get(number) ?? own) : own,
    tracking: number,
  }))
}

interface RowsRead<Row extends NumberRow> {
  readonly row: Row
  readonly read: ReadonlyMap<string, Carrier>
}

/** Further numbers, with the carrier that their file tells, in a row: what is in it stays, what cannot be read in front. */
export const rowWith = <Row extends NumberRow>(
  row: Row,
  further: readonly string[],
  carrier: Carrier | null,
  read: ReadonlyMap<string, Carrier>,
): RowsRead<Row> => {
  const before = numbersTyped(row.tracking)
  const tracking = joinedNumbers(
    before === null ? [row.tracking, ...further] : [...new Set([...before, ...further])],
  )
  const own = carrier ?? ''
  if (before?.every((number) => further.includes(number)))
    return { row: { ...row, tracking, carrier: own }, read }
  if (row.carrier === own) return { row: { ...row, tracking }, read }
  const known = new Map(read)
  if (isCarrier(row.carrier)) for (const number of before ?? []) known.set(number, row.carrier)
  if (carrier !== null) for (const number of further) known.set(number, carrier)
  return { row: { ...row, tracking, carrier: eachItsOwn }, read: known }
}

const mostFields = 1_000

/** Field values by the part of their name after `prefix`. */
export const fieldsNamed = (form: FormData, prefix: string): string[] =>
  [...new Set(form.keys())]
    .filter((name) => name.startsWith(prefix) && !name.includes('\0'))
    .slice(0, mostFields)
    .map((name) => name.slice(prefix.length))

const mostRead = 2_000

/** The rows of a form, with the numbers that were put to them by hand, the carrier above them, and whose numbers a file or an order tells of. */
export const numberRows = (form: FormData) => {
  const told = new Map<string, Carrier>()
  for (const value of form.getAll('read').slice(0, mostRead)) {
    const [carrier = '', tracking = ''] = typeof value === 'string' ? value.split(' ', 2) : []
    if (isCarrier(carrier) && tracking.length <= 40) told.set(tracking, carrier)
  }
  const fields = textsOf(form)
  const text = (name: string, most: number) => (fields.get(name) ?? '').slice(0, most)
  const chosen = Map.groupBy(fieldsNamed(form, 'choose:'), (tracking) => text(`choose:${tracking}`, 20))
  const found = { rows: [] as SentRow[], read: told as ReadonlyMap<string, Carrier> }
  for (const number of fieldsNamed(form, 'version:').filter((each) => each.length <= 20)) {
    const sent: RowsRead<SentRow> = {
      row: {
        number,
        version: versionIn(text(`version:${number}`, 20)),
        tracking: text(`tracking:${number}`, longestNumbers).trim(),
        carrier: text(`carrier:${number}`, 20),
        was: fields.has(`was:${number}`) ? text(`was:${number}`, 2 * longestNumbers) : null,
      },
      read: found.read,
    }
    const { row, read } = (chosen.get(number) ?? []).reduce(
      ({ row, read }, tracking) => rowWith(row, [tracking], told.get(tracking) ?? null, read),
      sent,
    )
    found.rows.push(row)
    found.read = read
  }
  return { ...found, above: text('carrier', 20) }
}
