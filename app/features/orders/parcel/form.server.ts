import { z } from 'zod'
import { isOrderNumber } from '~/features/orders/rules.ts'
import { parcelIn, type TypedParcel } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { fieldOf, textsOf, versionOf } from '~/kernel/form.ts'
import { parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { FieldErrors } from '~/server/desk-act.ts'
import { labelFields, longestLabelText, serviceOf } from './labels.rules.ts'
import { fieldsNamed, longestNumbers, numberRows } from './number-rows.rules.ts'
import { doubtedField, type MatchedNumbers } from './numbers.rules.ts'
import {
  boxesField,
  goneField,
  mostPerPage,
  mostTicks,
  oldNumberField,
  parcelNames,
  parcelRows,
  severalField,
  tickKey,
  tickOf,
  wereSeveralField,
} from './rules.ts'

/** The form's orders, each with the version shown. */
export const ordersOf = (form: FormData) =>
  fieldsNamed(form, 'version:')
    .filter((number) => number.length <= 20)
    .map((number) => ({ number, version: versionOf(form, `version:${number}`) }))

/** The boxes of ticks that stand for several, but of those that the form has as `but` as well: these are as they were drawn. */
const boxesOfSeveral = (form: FormData, field: string, but: string): Set<string> =>
  new Set(
    fieldsNamed(form, field)
      .filter((name) => !form.has(`${but}${name}`))
      .flatMap((name) => fieldOf(form, `${field}${name}`).split(' ', mostTicks))
      .filter((key) => tickOf(key) !== undefined)
      .slice(0, mostTicks),
  )

/**
 * Submitted checkboxes: those on, and those changed from what the page showed. A tick that stands for several counts where it was changed
 * itself, and not for a box that was unticked alone.
 */
export const ticksIn = (form: FormData) => {
  const sent = new Set(fieldsNamed(form, 'tick:').filter((key) => tickOf(key) !== undefined))
  const was = new Set(fieldsNamed(form, 'was:').filter((key) => tickOf(key) !== undefined))
  const off = boxesOfSeveral(form, wereSeveralField, severalField)
  const on = new Set([...sent].filter((key) => !off.has(key)))
  for (const key of boxesOfSeveral(form, severalField, wereSeveralField))
    if (!was.has(key) && !off.has(key)) on.add(key)
  return {
    on,
    added: [...on].filter((key) => !was.has(key)),
    removed: [...was].filter((key) => !on.has(key)),
  }
}

/** The orders that a press names: those of whose boxes all that were drawn are ticked (N85). */
export const packedIn = (form: FormData) => {
  const { on } = ticksIn(form)
  return ordersOf(form).flatMap((order) => {
    const { number } = order
    const boxes = fieldOf(form, boxesField(number), longestBoxes).split(' ')
    const isPacked = boxes.every((at) =>
      on.has(tickKey({ number, position: Number(at || -1), step: 'packed' })),
    )
    return isPacked ? { ...order, usesOldNumber: form.has(oldNumberField(number)) } : []
  })
}

const longestBoxes = 1_000

/** Orders that left while the page of the form was open. */
export const goneIn = (form: Pick<FormData, 'getAll'>): string[] =>
  [...new Set(form.getAll(goneField))]
    .flatMap((value) => (typeof value === 'string' && isOrderNumber(value) ? value : []))
    .slice(0, mostPerPage)

/** The form's label corrections by order and field. */
export const labelTextsIn = (form: FormData) =>
  fieldsNamed(form, 'label:').flatMap((key) => {
    const [number = '', typed = ''] = key.split(':')
    const field = labelFields.find((each) => each === typed)
    const text = fieldOf(form, `label:${key}`, longestLabelText)
    return field === undefined || number.length > 20 ? [] : [{ number, field, text }]
  })

const mostChosen = 1_000

/** Numbers of the chosen orders, each once, in the order of the page. */
export const ordersChosen = (form: Pick<FormData, 'getAll'>): string[] => [
  ...new Set(
    form
      .getAll('order')
      .slice(0, mostChosen)
      .flatMap((value) => (typeof value === 'string' && /^[\w-]{1,20}$/.test(value) ? value : [])),
  ),
]

/** The kind of parcel that was chosen for each order. */
export const labelServicesIn = (form: FormData) =>
  fieldsNamed(form, 'service:').flatMap((number) => {
    const service = serviceOf(fieldOf(form, `service:${number}`, 20))
    return service === undefined || number.length > 20 ? [] : [[number, service] as const]
  })

/** The rows of 番号を入れる, the orders that a press to ship names, and what the file before left to her. */
export const numbersIn = (form: FormData) => ({
  ...numberRows(form),
  named: new Set(form.getAll('names').filter((value) => typeof value === 'string')),
  /** The main button keeps, but ships where the names were asked about. */
  isShipping: ['ship', form.has('asked') ? '' : 'ship'].includes(fieldOf(form, 'intent')),
  /** The names were asked about: what is not ticked is not meant. */
  isAsked: form.has('asked'),
  ambiguous: ambiguousRows
    .catch([])
    .parse(parsedJson(fieldOf(form, 'ambiguous', 200_000)))
    .filter(({ tracking }) => !fieldOf(form, `choose:${tracking}`, 20)),
})

export type NumbersSent = ReturnType<typeof numbersIn>

/** Rows of a file that fit several orders and were put to none yet: they stay on the screen. */
const ambiguousRows: z.ZodType<MatchedNumbers['ambiguous']> = z.array(
  z.object({ postalCode: z.string(), name: z.string(), tracking: z.string(), numbers: z.array(z.string()) }),
)

/**
 * The rows of a parcels' form in their order; none where the form has no such fields, or is a page of the former release that is still
 * open: its empty field does not say that there is no number (D51).
 */
export const parcelsInForm = (form: FormData): TypedParcel[] => {
  if (!form.has('emptiedGo') && fieldOf(form, 'tracking') === '') return []
  return parcelRows(textsOf(form)).map(({ carrier, tracking }) => ({
    carrier,
    tracking: tracking.slice(0, longestNumbers),
  }))
}

/** The parcels of a sheet; what cannot be read of one is told beside its field. */
export const parcelsRead = (form: FormData): Result<readonly TypedParcel[], FieldErrors> => {
  const parcels = parcelsInForm(form)
  const errors = parcels.flatMap(({ carrier, tracking }, at) => {
    const read = parcelIn({ carrier: carrier || 'other', tracking }, null)
    if (read.ok) return []
    return [
      [
        parcelNames(at)[read.error === 'bad-carrier' ? 'carrier' : 'tracking'],
        parcelRefusals[read.error].text,
      ],
    ]
  })
  return errors.length === 0 ? ok(parcels) : refused(Object.fromEntries(errors))
}

/** The numbers of a sheet by their fields. */
export const fieldsOfParcels = (parcels: readonly TypedParcel[]) =>
  Object.fromEntries(parcels.map((parcel, at) => [parcelNames(at).tracking, [parcel]]))

/** Doubts about numbers by field, but those that the form has shown: nobody passes over one that she has not read (N15, N88). */
export const doubtsNotShown = (
  form: FormData,
  fields: Readonly<Record<string, readonly TypedParcel[]>>,
  doubts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null => {
  const shown = form.getAll('doubted')
  const found = Object.entries(doubts).flatMap(([field, doubt]) =>
    shown.includes(doubtedField(fields[field] ?? [], doubt))
      ? []
      : [[field, `${doubt}このままでよければ、もう一度押してください。`]],
  )
  return found.length === 0 ? null : Object.fromEntries(found)
}
