import { nameWithColour } from '~/features/products/description.rules.ts'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { factNames, fields, shownFacts } from '~/features/products/fields.rules.ts'
import { numbersIn } from '~/features/products/numbers.rules.ts'
import { levelName, levelOf } from '~/features/products/rules.ts'
import { fieldOf } from '~/kernel/form.ts'
import { formatNumber } from '~/kernel/money.ts'
import { inOneField, withLineEnds } from '~/kernel/text.ts'
import { typedPrice, typedYen } from '~/kernel/typed-money.ts'
import { type DeskProduct, descriptionOf, factsToStore, mostPictures } from './rules.ts'

const textNames = [
  'number',
  'name',
  'reading',
  ...factNames,
  'text',
  'price',
  'status',
  'place',
  'level',
  'fabricSize',
  'fabricNumbers',
  'stock',
] as const

/** The fields of a product form as typed. */
export type TypedProduct = Readonly<Record<(typeof textNames)[number], string>> & {
  readonly pictures: readonly string[]
}

const nothing: TypedProduct = {
  number: '',
  name: '',
  reading: '',
  ...noFacts,
  text: '',
  price: '',
  status: '公開中',
  place: 'first',
  level: 'beginner',
  fabricSize: '',
  fabricNumbers: '',
  stock: '',
  pictures: [],
}

const mostSent = 50

/** Field name of the nth photograph, from 0; names are unique within a form. */
export const pictureField = (place: number): string => `picture-${place}`

const read = (text: (name: string) => string): TypedProduct => {
  const texts = Object.fromEntries(textNames.map((name) => [name, text(name)]))
  const pictures = Array.from({ length: mostSent }, (_, place) => text(pictureField(place)))
  return { ...nothing, ...texts, pictures: pictures.filter((url) => url !== '') }
}

const mostFabrics = 200

/** Reads a submitted form without checking it. */
export const typedProduct = (form: FormData): TypedProduct => {
  const numbers = form.getAll('fabricNumbers').filter((number) => number !== '')
  const fabricNumbers = listed(
    numbers
      .slice(0, mostFabrics + 1)
      .map((number) => (typeof number === 'string' ? number.replaceAll('\0', '').slice(0, 2_000) : '')),
  )
  return read((name) => (name === 'fabricNumbers' ? fabricNumbers : fieldOf(form, name)))
}

const listed = (numbers: readonly string[]): string => numbers.filter((number) => number !== '').join('、')

/** The same for the fields that an answer gives back. */
export const typedIn = (fields: Readonly<Record<string, string>>): TypedProduct =>
  read((name) => (name === 'fabricNumbers' ? listed((fields[name] ?? '').split('\n')) : (fields[name] ?? '')))

/** The same for a form on the screen, which has not each field: those that are missing are as in `start`. */
export const typedOnScreen = (form: FormData, start: TypedProduct): TypedProduct => {
  const missing = textNames.filter((name) => !form.has(name))
  return { ...typedProduct(form), ...Object.fromEntries(missing.map((name) => [name, start[name]])) }
}

/** The form filled from an existing product, as its untouched fields give it back. */
export const typedOf = (product: DeskProduct): TypedProduct => {
  const { number, name, reading, status, priceText } = product
  const price = product.price ?? product.heldPrice?.price ?? null
  const typed = {
    ...nothing,
    ...product.kit,
    ...product.told,
    ...{ number, name, reading, status, price: price === null ? priceText : String(price), place: 'kept' },
  }
  const lines = Object.fromEntries(textNames.map((name) => [name, inOneField(typed[name])]))
  return { ...typed, ...lines, text: withLineEnds(product.told.text), pictures: product.pictures }
}

/** The form of a new product; with `sibling`, filled from it except number, colour and photographs. */
export const newProduct = (number: string, sibling: DeskProduct | null): TypedProduct =>
  sibling === null
    ? { ...nothing, number }
    : { ...typedOf(sibling), number, colour: '', pictures: [], status: nothing.status, place: nothing.place }

/** In the order of the form. */
const shownFields = ['name', 'reading', ...factNames, 'text', 'price', 'status'] as const
const shownOfKit = ['level', 'fabricSize'] as const

const pictureFields = Array.from({ length: mostPictures }, (_, place) => pictureField(place))

const picturesIn = (values: Readonly<Record<string, string>>): string[] =>
  pictureFields.flatMap((name) => values[name] || [])

/** The photographs of a form, which are one value (N83). */
const photographs = {
  name: 'pictures',
  label: fields.pictures.name,
  fields: pictureFields,
  said: (values: Readonly<Record<string, string>>) => `${picturesIn(values).length}枚`,
  pictures: picturesIn,
}

const inFields = (pictures: readonly string[]): Record<string, string> =>
  Object.fromEntries(pictureFields.map((name, place) => [name, pictures[place] ?? '']))

/** A kit's fabrics with what is searched for among them, which are one value (N83). */
const fabricsOfKit = {
  name: 'fabricNumbers',
  label: fields.fabricNumbers.name,
  fields: ['fabricNumbers', 'fabricNumbersSearch'],
  said: ({ fabricNumbers = '', fabricNumbersSearch = '' }: Readonly<Record<string, string>>) =>
    listed([fabricNumbers, fabricNumbersSearch]),
}

/** The chosen fabrics of a form, which are sent in lines, as `typedOf` gives them back. */
const fabricsInOneField = (typed: Readonly<Record<string, string>>) => ({
  ...typed,
  fabricNumbers: listed((typed.fabricNumbers ?? '').split('\n')),
})

/** 650円 however it was typed; what is no sum is said as it is. */
const priceSaid = (text: string): string => {
  const price = typedYen(text)
  return price === null ? text : `${formatNumber(price)}円`
}

/** What the form of a product shows. */
export const presentProduct = (product: DeskProduct) => {
  const isKit = product.type === 'kit'
  const names = [...shownFields, ...(isKit ? shownOfKit : [])]
  const { pictures, ...texts } = typedOf(product)
  return {
    version: product.version,
    values: { ...texts, ...inFields(pictures) },
    labels: Object.fromEntries(names.map((name) => [name, fields[name].name])),
    wholes: isKit ? [fabricsOfKit, photographs] : [photographs],
    said: { level: (text: string) => levelName(levelOf(text)), price: priceSaid },
    read: fabricsInOneField,
  }
}

/** What the form of a feed fabric’s additions shows. */
export const presentAddition = ({ version, added }: DeskProduct) => ({
  version,
  values: inFields(added.pictures),
  labels: {},
  wholes: [photographs],
})

/** Preview for shoppers. */
export interface Preview {
  readonly name: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly text: string
  /** Yen; null is 価格確認中. */
  readonly price: number | null
  readonly picture: string
  /** Of the fabrics that go with a kit. */
  readonly fabricNumbers: readonly string[]
}

export const previewOf = (typed: TypedProduct, type: 'fabric' | 'kit'): Preview => {
  const description = type === 'kit' ? typed.text : descriptionOf(typed)
  const told = type === 'kit' ? typed : factsToStore(typed)
  const ofKit = typed.fabricSize === '' ? [] : [{ name: '使う布（別売り）', value: typed.fabricSize }]
  return {
    name: nameWithColour({ name: typed.name, type, description }),
    facts: type === 'kit' ? ofKit : shownFacts(told),
    text: told.text,
    price: typedPrice(typed.price),
    picture: typed.pictures[0] ?? '',
    fabricNumbers: type === 'kit' ? numbersIn(typed.fabricNumbers) : [],
  }
}
