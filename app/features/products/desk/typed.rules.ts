import { nameWithColour } from '~/features/products/description.rules.ts'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { factNames, fields, shownFacts } from '~/features/products/fields.rules.ts'
import { levelName, levelOf, type ProductType } from '~/features/products/rules.ts'
import { fieldOf } from '~/kernel/form.ts'
import { typedPrice } from '~/kernel/money.ts'
import { inOneField, withLineEnds } from '~/kernel/text.ts'
import { type DeskProduct, descriptionOf, factsToStore } from './rules.ts'

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

/** Reads a submitted form without checking it. */
export const typedProduct = (form: FormData): TypedProduct => read((name) => fieldOf(form, name))

/** The same for the fields that an answer gives back. */
export const typedIn = (fields: Readonly<Record<string, string>>): TypedProduct =>
  read((name) => fields[name] ?? '')

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
const shownOfKit = ['level', 'fabricSize', 'fabricNumbers'] as const

/** Choices are named by their words on the screen. */
const shownText = (name: string, text: string) =>
  name === 'level' ? levelName(levelOf(text)) : withLineEnds(text)

/** Photographs that were chosen and those that are stored now, as a stale form tells them. */
export const comparedPictures = (chosen: readonly string[], now: readonly string[]) => {
  const [typed, count] = [`${chosen.length}枚`, `${now.length}枚`]
  const isOther = chosen.join('\n') !== now.join('\n')
  return {
    labels: { pictures: fields.pictures.name },
    values: { pictures: count },
    typed: { pictures: isOther && typed === count ? `${typed}（ほかの写真）` : typed },
  }
}

/** The same for all fields of a product. */
export const comparedProducts = (typed: TypedProduct, now: TypedProduct, type: ProductType) => {
  const names = [...shownFields, ...(type === 'kit' ? shownOfKit : [])]
  const texts = (product: TypedProduct) =>
    Object.fromEntries(names.map((name) => [name, shownText(name, product[name])]))
  const labels = Object.fromEntries(names.map((name) => [name, fields[name].name]))
  const pictures = comparedPictures(typed.pictures, now.pictures)
  return {
    labels: { ...labels, ...pictures.labels },
    values: { ...texts(now), ...pictures.values },
    typed: { ...texts(typed), ...pictures.typed },
  }
}

/** Preview for shoppers. */
export interface Preview {
  readonly name: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly text: string
  /** Yen; null is 価格確認中. */
  readonly price: number | null
  readonly picture: string
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
  }
}
