import { z } from 'zod'
import { parsedJson } from '../kernel/json.ts'
import { withLineEnds } from '../kernel/text.ts'
import { textHash } from './text-hash.ts'

/** By the name of its field; those that end in [] have several values, in lines. */
export type FieldTexts = Readonly<Record<string, string>>

/** Fields that are one value: a merge takes all of them from one side (N83). */
export interface Whole {
  readonly name: string
  readonly label: string
  readonly fields: readonly string[]
  /** What the owner reads of it; its fields in lines, unless said otherwise. */
  readonly said?: (values: FieldTexts) => string
  /** Addresses of the photographs that are shown with it. */
  readonly pictures?: (values: FieldTexts) => readonly string[]
}

/** What is stored now, for a form whose page is out of date. */
export interface Present {
  readonly version: string | number
  /** As the form's untouched fields give them back. */
  readonly values: FieldTexts
  /** Names of the fields that are compared, in their order. */
  readonly labels: FieldTexts
  readonly wholes?: readonly Whole[]
  /** What the owner reads of the values of a field that are no words of hers. */
  readonly said?: Readonly<Record<string, (text: string) => string>>
  /** The same fields in a form that has other names for them. */
  readonly read?: (typed: FieldTexts) => FieldTexts
  /** Nothing is merged: the page shows these fields as they are stored, and what was typed beside it (N84). */
  readonly isAnew?: true
  /** Said instead of the values, such as that it is gone. */
  readonly failure?: string
}

/** A value that another screen has changed, and which parts of it. */
export interface TakenValue {
  readonly name: string
  readonly parts: readonly string[]
  readonly now: string
  readonly nowPictures: readonly string[]
}

/** One that this form has changed as well: she chooses. */
export interface BothValues extends TakenValue {
  readonly unit: string
  readonly typed: string
  readonly typedPictures: readonly string[]
  /** What its fields become by いまの値. */
  readonly values: FieldTexts
}

export interface Merged {
  readonly taken: readonly TakenValue[]
  readonly both: readonly BothValues[]
  /** The form was sent without a choice. */
  readonly isAsked?: true
}

interface Unit extends Required<Whole> {
  readonly labels: FieldTexts
}

const inLines = (labels: FieldTexts, fields: readonly string[], values: FieldTexts): string =>
  fields.flatMap((field) => (values[field] ? [`${labels[field] ?? field}：${values[field]}`] : [])).join('\n')

/** In the order of the labels; those without a label come last. */
const unitsOf = ({ labels, wholes = [], said = {} }: Present): readonly Unit[] => {
  const wholeOf = new Map(wholes.flatMap((whole) => whole.fields.map((field) => [field, whole] as const)))
  const single = (field: string): Whole => {
    const words = said[field]
    return {
      name: field,
      label: labels[field] ?? field,
      fields: [field],
      said: (values) => words?.(values[field] ?? '') ?? values[field] ?? '',
    }
  }
  const found = new Set([...Object.keys(labels).map((field) => wholeOf.get(field) ?? field), ...wholes])
  return [...found].map((each) => {
    const whole = typeof each === 'string' ? single(each) : each
    return { said: (values) => inLines(labels, whole.fields, values), pictures: () => [], ...whole, labels }
  })
}

const plain = (text = ''): string => withLineEnds(text.replaceAll('\0', ''))

const isSame = (fields: readonly string[], one: FieldTexts, other: FieldTexts): boolean =>
  fields.every((field) => plain(one[field]) === plain(other[field]))

/**
 * What a form was drawn with. Of a value only its mark, so that the longest text costs a few bytes: it tells whether a field was
 * touched, and so what is shown after a refusal; what is written stands in the fields.
 */
export interface Drawn {
  readonly version: string
  readonly marks: FieldTexts
  /** Values about which she has to choose. */
  readonly both: readonly string[]
}

const markOf = (text: string): string => textHash(plain(text)).slice(0, 16)

const drawnText = (drawn: Drawn): string => JSON.stringify(drawn)

/** For the form's field `drawn`: a present state as its fields show it. */
export const drawnWith = (
  { version, values, labels, wholes = [] }: Present,
  both: readonly string[] = [],
): string => {
  const fields = new Set([...Object.keys(labels), ...wholes.flatMap((whole) => whole.fields)])
  const marks = Object.fromEntries([...fields].map((field) => [field, markOf(values[field] ?? '')]))
  return drawnText({ version: String(version), marks, both })
}

/** Far above what the longest form needs, in characters; what is cut off is no longer read. */
export const longestDrawn = 20_000

const drawnShape = z.object({
  version: z.string(),
  marks: z.record(z.string(), z.string()),
  both: z.array(z.string()),
})

/** Undefined for a field that is missing, cut off or of another version: then nothing counts as untouched (N82.2). */
export const drawnIn = (text: string, version: string): Drawn | undefined => {
  if (text === '') return undefined
  const read = drawnShape.safeParse(parsedJson(text))
  return read.success && read.data.version === version ? read.data : undefined
}

/** The same after her choices. */
export const decidedText = (drawn: Drawn): string => drawnText({ ...drawn, both: [] })

export const choiceField = (unit: string): string => `choice:${unit}`

const several = (name: string): boolean => name.endsWith('[]')

const put = (form: FormData, name: string, text: string): void => {
  form.delete(name)
  const values = several(name) ? text.split('\n').filter((each) => each !== '') : [text]
  for (const value of values) form.append(name, value)
}

export interface Choices {
  /** Units for which she took いまの値; they count as untouched. */
  readonly now: readonly string[]
  /** Units without a choice. */
  readonly undecided: readonly string[]
}

const same = (typed: FieldTexts): FieldTexts => typed

/** Reads her choices, and puts いまの値 into the form's fields. */
export const takeChoices = (
  form: FormData,
  drawn: Drawn,
  present: Present,
  typed: (form: FormData) => FieldTexts,
): Choices => {
  const units = unitsOf(present).filter(({ name }) => drawn.both.includes(name))
  const sent = (present.read ?? same)(typed(form))
  const chosen = (name: string) => form.get(choiceField(name))
  const now = units.filter(({ name }) => chosen(name) === 'now')
  const undecided = units.filter(
    ({ name, fields }) =>
      chosen(name) !== 'now' && chosen(name) !== 'typed' && !isSame(fields, sent, present.values),
  )
  for (const { fields } of now) for (const field of fields) put(form, field, present.values[field] ?? '')
  return { now: now.map(({ name }) => name), undecided: undecided.map(({ name }) => name) }
}

export const noChoices: Choices = { now: [], undecided: [] }

/**
 * A stale form with the present state (N82): a value that was not touched becomes the present one, one that only she has touched
 * stays, and of one that both have changed her text stays until she has chosen. Without `drawn` nothing counts as untouched.
 */
export const mergedForm = (
  present: Present,
  drawn: Drawn | undefined,
  given: FieldTexts,
  { now, undecided }: Choices = noChoices,
): { readonly typed: FieldTexts; readonly merged: Merged; readonly drawn: string } => {
  const { values } = present
  const typed = (present.read ?? same)(given)
  const isChanged = (field: string) =>
    drawn !== undefined && drawn.marks[field] !== markOf(values[field] ?? '')
  const isUntouched = (field: string) =>
    drawn !== undefined && drawn.marks[field] === markOf(typed[field] ?? '')
  const taken: Unit[] = []
  const both: Unit[] = []
  for (const unit of unitsOf(present)) {
    const { name, fields } = unit
    const isTaken = now.includes(name) || fields.every(isUntouched)
    if (undecided.includes(name)) both.push(unit)
    else if (isTaken && fields.some(isChanged)) taken.push(unit)
    else if (isSame(fields, typed, values)) continue
    else if (drawn === undefined || fields.some(isChanged)) both.push(unit)
  }
  const shownOf = (unit: Unit): TakenValue => ({
    name: unit.label,
    parts:
      unit.fields.length === 1
        ? []
        : unit.fields.filter(isChanged).flatMap((field) => unit.labels[field] ?? []),
    now: unit.said(values),
    nowPictures: unit.pictures(values),
  })
  const only = (fields: readonly string[], of: FieldTexts): FieldTexts =>
    Object.fromEntries(fields.map((field) => [field, of[field] ?? '']))
  return {
    typed: Object.assign({}, given, ...taken.map(({ fields }) => only(fields, values))),
    merged: {
      taken: taken.map(shownOf),
      both: both.map((unit) => ({
        ...shownOf(unit),
        unit: unit.name,
        typed: unit.said(typed),
        typedPictures: unit.pictures(typed),
        values: only(unit.fields, values),
      })),
    },
    drawn: drawnWith(
      present,
      both.map(({ name }) => name),
    ),
  }
}
