import { z } from 'zod'
import { type Carrier, isCarrier, mostParcels } from '~/features/orders/carriers.rules.ts'
import { parcelIn, type TypedParcel } from '~/features/orders/shipping.rules.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { parsedJson } from '~/kernel/json.ts'
import { labelFields, serviceOf } from './labels.rules.ts'
import { doubtedField, numberDoubts, withNumbers } from './numbers.rules.ts'
import { parcelNames, tickOf } from './rules.ts'

const mostFields = 1_000

/** Field values by the part of their name after `prefix`. */
const named = (form: FormData, prefix: string): string[] =>
  [...new Set(form.keys())]
    .filter((name) => name.startsWith(prefix) && !name.includes('\0'))
    .slice(0, mostFields)
    .map((name) => name.slice(prefix.length))

/** The form's orders, each with the version shown. */
export const ordersOf = (form: FormData) =>
  named(form, 'version:')
    .filter((number) => number.length <= 20)
    .map((number) => ({ number, version: versionOf(form, `version:${number}`) }))

/** Submitted checkboxes: those on, and those changed from what the page showed. */
export const ticksIn = (form: FormData) => {
  const on = new Set(named(form, 'tick:').filter((key) => tickOf(key) !== undefined))
  const was = new Set(named(form, 'was:').filter((key) => tickOf(key) !== undefined))
  return {
    on,
    added: [...on].filter((key) => !was.has(key)),
    removed: [...was].filter((key) => !on.has(key)),
  }
}

const longestLabelText = 200

/** The form's label corrections by order and field. */
export const labelTextsIn = (form: FormData) =>
  named(form, 'label:').flatMap((key) => {
    const [number = '', typed = ''] = key.split(':')
    const field = labelFields.find((each) => each === typed)
    const text = fieldOf(form, `label:${key}`, longestLabelText)
    return field === undefined || number.length > 20 ? [] : [{ number, field, text }]
  })

/** Numbers of the chosen orders, each once, in the order of the page. */
export const ordersChosen = (form: Pick<FormData, 'getAll'>): string[] => [
  ...new Set(
    form
      .getAll('order')
      .slice(0, mostFields)
      .flatMap((value) => (typeof value === 'string' && /^[\w-]{1,20}$/.test(value) ? value : [])),
  ),
]

/** The kind of parcel that was chosen for each order. */
export const labelServicesIn = (form: FormData) =>
  named(form, 'service:').flatMap((number) => {
    const service = serviceOf(fieldOf(form, `service:${number}`, 20))
    return service === undefined || number.length > 20 ? [] : [[number, service] as const]
  })

const longestNumbers = 1_000

/** The form's orders with their numbers as typed, with those that were put to them by hand, and what a file or an order tells of carriers. */
export const numbersIn = (form: FormData) => {
  const chosen = Map.groupBy(named(form, 'choose:'), (tracking) => fieldOf(form, `choose:${tracking}`, 20))
  const orders = ordersOf(form).map((order) => {
    const tracking = fieldOf(form, `tracking:${order.number}`, longestNumbers).trim()
    const further = chosen.get(order.number) ?? []
    return { ...order, tracking: further.length === 0 ? tracking : withNumbers(tracking, further) }
  })
  const read = new Map<string, Carrier>()
  for (const value of form.getAll('read').slice(0, mostRead)) {
    const [carrier = '', tracking = ''] = typeof value === 'string' ? value.split(' ', 2) : []
    if (isCarrier(carrier) && tracking.length <= 40) read.set(tracking, carrier)
  }
  const ambiguous = ambiguousRows
    .catch([])
    .parse(parsedJson(fieldOf(form, 'ambiguous', 200_000)))
    .filter(({ tracking }) => !fieldOf(form, `choose:${tracking}`, 20))
  return { orders, read, ambiguous }
}

/** Rows of a file that fit several orders and were put to none yet: they stay on the screen. */
const ambiguousRows = z.array(
  z.object({ postalCode: z.string(), name: z.string(), tracking: z.string(), numbers: z.array(z.string()) }),
)

const mostRead = 2_000

/**
 * The rows of a parcels' form in their order; none where the form has no such fields, or is a page of the former release that is still
 * open: its empty field does not say that there is no number (D51).
 */
export const parcelsInForm = (form: FormData): TypedParcel[] => {
  if (!form.has('emptiedGo') && fieldOf(form, 'tracking') === '') return []
  return Array.from({ length: mostParcels }, (_, at) => parcelNames(at)).flatMap(({ carrier, tracking }) =>
    form.has(tracking)
      ? { carrier: fieldOf(form, carrier), tracking: fieldOf(form, tracking, longestNumbers) }
      : [],
  )
}

/** Puts what was refused of a parcel beside the field of that one. */
export const faultField = (parcels: readonly TypedParcel[], fault: string): string | undefined => {
  const at = parcels.findIndex((parcel) => {
    const read = parcelIn(parcel, null)
    return !read.ok && read.error === fault
  })
  return at < 0 ? undefined : parcelNames(at)[fault === 'bad-carrier' ? 'carrier' : 'tracking']
}

/** Doubts about numbers by field, but those that the form has shown: no parcel leaves with a doubt that nobody has read (N15). */
export const doubtsNotShown = (
  form: FormData,
  fields: Readonly<Record<string, readonly TypedParcel[]>>,
): Readonly<Record<string, string>> | null => {
  const shown = form.getAll('doubted')
  const found = Object.entries(numberDoubts(fields)).flatMap(([field, doubt]) =>
    shown.includes(doubtedField(fields[field] ?? [], doubt))
      ? []
      : [[field, `${doubt}このままでよければ、もう一度押してください。`]],
  )
  return found.length === 0 ? null : Object.fromEntries(found)
}
