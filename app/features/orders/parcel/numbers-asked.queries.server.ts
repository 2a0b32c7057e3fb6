import { type Carrier, isCarrier, trackingsTyped } from '~/features/orders/carriers.rules.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { carrierRows } from './carrier-file.server.ts'
import { doubtsNotShown, fieldsOfParcels, type NumbersSent } from './form.server.ts'
import { hasNumber, isTouched, type NumberRow, parcelsOfRow, rowWith } from './number-rows.rules.ts'
import { matchedFile, twinsElsewhere } from './numbers.queries.server.ts'
import {
  joinedNumbers,
  type MatchedNumbers,
  mostAmbiguous,
  numberDoubts,
  twinDoubts,
} from './numbers.rules.ts'
import { noNumbers, nothingChanged, nothingNamed } from './texts.ts'

/** What 番号を入れる shows of a form that it does not leave. */
export interface NumbersShown {
  /** What she touched, and what a file filled; other rows say what is stored. */
  readonly rows: readonly NumberRow[]
  readonly above: string
  readonly read: readonly TypedParcel[]
  readonly ambiguous: NumbersSent['ambiguous']
  /** Which other orders have the numbers of these rows, in words. */
  readonly twins?: Readonly<Record<string, string>>
  /** What a file brought. */
  readonly file?: {
    readonly found: MatchedNumbers
    readonly carrier: Carrier | null
    /** Orders whose fields held other numbers than the file's. */
    readonly added: readonly string[]
  }
  /** Asks by name which of the orders with a number leave. */
  readonly asks?: true
}

interface Answered {
  readonly status: number
  readonly answer: { readonly failure?: string; readonly errors?: Readonly<Record<string, string>> }
  readonly more: NumbersShown
}

export const shownAgain = ({ rows, above, read, ambiguous }: NumbersSent): NumbersShown => ({
  rows: rows.filter(isTouched).map(({ number, tracking, carrier }) => ({ number, tracking, carrier })),
  above,
  read: [...read].map(([tracking, carrier]) => ({ carrier, tracking })),
  ambiguous,
})

/** Puts the numbers of the form's file into its rows, for her to look at; changes nothing (N17.3). */
export const filledFrom = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  {
    form,
    sent,
    page,
    marked,
  }: {
    readonly form: FormData
    readonly sent: NumbersSent
    readonly page: string | null
    readonly marked: readonly string[] | null
  },
): Promise<Answered> => {
  const file = await carrierRows(form)
  if (!file.ok) return { status: 422, answer: { errors: { file: file.error } }, more: shownAgain(sent) }
  const { carrier } = file.value
  const found = await matchedFile(ctx, file.value, page, marked)
  let { read } = sent
  const rows = sent.rows.map((row) => {
    const numbers = found.matched[row.number]
    if (numbers === undefined) return row
    const put = rowWith(row, numbers, carrier, read)
    read = put.read
    return put.row
  })
  // What fits several orders is put to one of them later.
  const told = carrier === null ? [] : found.ambiguous.map(({ tracking }) => [tracking, carrier] as const)
  const more = shownAgain({
    ...sent,
    rows,
    read: new Map([...read, ...told]),
    ambiguous: allAmbiguous(found.ambiguous, sent.ambiguous),
  })
  const added = rows.flatMap(({ number, tracking }) => {
    const numbers = found.matched[number]
    return numbers === undefined || tracking === joinedNumbers(numbers) ? [] : number
  })
  const twins = await twinsElsewhere(ctx, actor, Object.values(found.matched).flat(), numbersIn(more.rows))
  return { status: 200, answer: {}, more: { ...more, twins, file: { found, carrier, added } } }
}

const numbersIn = (rows: readonly Pick<NumberRow, 'number'>[]): string[] => rows.map(({ number }) => number)

/** Those of this file and of the one before. */
const allAmbiguous = (now: MatchedNumbers['ambiguous'], before: NumbersSent['ambiguous']) =>
  [...now, ...before.filter(({ tracking }) => !now.some((row) => row.tracking === tracking))].slice(
    0,
    2 * mostAmbiguous,
  )

/**
 * What she has to read before numbers are kept or leave with their parcels: doubts (N15, N88), and the names of the orders that she did not
 * touch here or whose shipping was taken back (N87). Null when nothing is left to ask.
 */
export const askedFirst = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  { form, sent }: { readonly form: FormData; readonly sent: NumbersSent },
): Promise<Answered | null> => {
  const { rows, above, read, named, isAsked, isShipping } = sent
  const more = shownAgain(sent)
  const leave = isShipping ? rows.filter(hasNumber) : []
  const meant = rows.filter((row) => isTouched(row) || (named.has(row.number) && leave.includes(row)))
  if (isShipping && leave.length === 0) return { status: 422, answer: { failure: noNumbers }, more }
  if (!isShipping && meant.length === 0) return { status: 422, answer: { failure: nothingChanged }, more }
  const fields = Object.fromEntries(
    meant.map((row) => [`tracking:${row.number}`, parcelsOfRow(row, isCarrier(above) ? above : '', read)]),
  )
  const trackings = Object.values(fields)
    .flat()
    .flatMap(({ tracking }) => trackingsTyped(tracking) ?? [])
  const twins = await twinsElsewhere(ctx, actor, trackings, numbersIn(meant))
  if (!isAsked && leave.some(({ number }) => !named.has(number)))
    return { status: 200, answer: {}, more: { ...more, twins, asks: true } }
  if (meant.length === 0)
    return { status: 422, answer: { failure: nothingNamed }, more: { ...more, asks: true } }
  const doubts = (isShipping ? numberDoubts : twinDoubts)(fields, twins)
  const errors = doubtsNotShown(form, fields, doubts)
  return errors === null ? null : { status: 422, answer: { errors }, more: { ...more, twins } }
}

/** What she has to read before the parcels of a sheet leave, or are corrected; null when nothing is left to ask. */
export const askedOfParcels = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  {
    form,
    number,
    parcels,
    isShipping,
  }: {
    readonly form: FormData
    readonly number: string
    readonly parcels: readonly TypedParcel[]
    readonly isShipping: boolean
  },
) => {
  const fields = fieldsOfParcels(parcels)
  const trackings = parcels.flatMap(({ tracking }) => trackingsTyped(tracking) ?? [])
  const twins = await twinsElsewhere(ctx, actor, trackings, [orderNumberTyped(number)])
  const errors = doubtsNotShown(form, fields, (isShipping ? numberDoubts : twinDoubts)(fields, twins))
  return errors === null ? null : { status: 422, answer: { errors }, more: { twins } }
}
