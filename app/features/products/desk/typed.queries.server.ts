import { z } from 'zod'
import type { ToldFacts } from '~/features/products/description.rules.ts'
import { eachFact, noFacts } from '~/features/products/fabric-facts.rules.ts'
import { facts } from '~/features/products/fields.rules.ts'
import { numbersIn } from '~/features/products/numbers.rules.ts'
import {
  draftState,
  type KitLevel,
  kitLevels,
  longestNumber,
  longestReading,
  type ProductType,
  productNumber,
  readingOf,
  shippingNumber,
} from '~/features/products/rules.ts'
import { highestPrice, type Yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { moneySigns, typedPrice } from '~/kernel/typed-money.ts'
import { cellText } from '~/server/table-file/check-rows.ts'
import {
  factsToStore,
  mostPictures,
  type Place,
  type ProductState,
  places,
  productStates,
  unusableFact,
} from './rules.ts'
import type { TypedProduct } from './typed.rules.ts'

/** A validated product. */
export interface ProductToSave {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly reading: string
  readonly told: ToldFacts
  readonly price: Yen
  readonly pictures: readonly string[]
  readonly status: ProductState
  readonly place: Place
  /** Kits only. */
  readonly kit: {
    readonly level: KitLevel
    readonly fabricSize: string
    readonly fabricNumbers: string
  } | null
}

const line = (label: string, most: number) =>
  cellText(label, { least: 0, most }).refine((text) => !text.includes('\n'), {
    error: `${label}は1行で入力してください。`,
  })

/** What a price may be; a kit may be given away. */
export const priceText = (type: ProductType): string =>
  `価格は、${type === 'kit' ? 0 : 1}から${highestPrice}までの数で入力してください。${moneySigns}`

const shared = {
  number: z
    .string()
    .refine((text) => text.length <= 200 && productNumber(text) !== null, {
      error: `管理番号を${longestNumber}文字までで入力してください（「${shippingNumber}」は使えません）。`,
    })
    .transform((text) => productNumber(text) ?? text),
  name: cellText('名前', { least: 1, most: 200 }).refine((text) => !text.includes('\n'), {
    error: '名前は1行で入力してください。',
  }),
  reading: line('よみ', longestReading)
    .refine((text) => readingOf(text) !== null, { error: 'よみは、ひらがなかカタカナで入力してください。' })
    .transform((text) => readingOf(text) ?? ''),
  text: cellText('説明', { least: 0, most: 2_000 }),
  status: z.enum(productStates).catch(draftState),
  place: z.enum(places).catch('kept'),
  pictures: z
    .array(z.string().min(1).max(2_048))
    .max(mostPictures, { error: `写真は${mostPictures}枚までです。` }),
}

const fabricForm = z.object({
  ...shared,
  ...eachFact((name) => line(facts[name].name, facts[name].most)),
  price: z.string().refine((text) => text.length <= 100 && (typedPrice(text) ?? 0) > 0, {
    error: priceText('fabric'),
  }),
})

const kitForm = z.object({
  ...shared,
  level: z.enum(kitLevels).catch('other'),
  fabricSize: line('布のサイズ', 200),
  fabricNumbers: cellText('使う布の番号', { least: 0, most: 2_000 })
    .refine((text) => numbersIn(text).every((number) => productNumber(number) !== null), {
      error: '使う布の番号に、番号として使えないものがあります。',
    })
    .transform((text) =>
      [...new Set(numbersIn(text).flatMap((number) => productNumber(number) ?? []))].join('\n'),
    ),
  price: z.string().refine((text) => text.length <= 100 && typedPrice(text) !== null, {
    error: priceText('kit'),
  }),
})

type Errors = Readonly<Record<string, string>>

const errorsOf = ({ issues }: z.ZodError): Errors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))

const factTexts = {
  colour: `色は${facts.colour.most}文字までで、「新色」「素材」などの見出しの語や括弧を使わずに入力してください。`,
  material: '素材は、【】で始めずに入力してください。色は「色」に入力します。',
  width: '巾は「110cm」のように数で入力してください。',
} as const

/** Validates a product's form; refuses with a sentence for each invalid field. */
export const readProduct = (typed: TypedProduct, type: ProductType): Result<ProductToSave, Errors> =>
  type === 'kit' ? readKit(typed) : readFabric(typed)

const readFabric = (typed: TypedProduct): Result<ProductToSave, Errors> => {
  const read = fabricForm.safeParse(typed)
  if (!read.success) return refused(errorsOf(read.error))
  const { data } = read
  const { number, name, reading, pictures, status, place, price } = data
  const told = { ...eachFact((fact) => data[fact]), text: data.text }
  const unusable = unusableFact(told)
  if (unusable !== null) return refused({ [unusable]: factTexts[unusable] })
  const yen = typedPrice(price)
  if (yen === null) return refused({ price: '価格を入力してください。' })
  const shared = { number, name, reading, pictures, status, place }
  return ok({ ...shared, type: 'fabric', told: factsToStore(told), price: yen, kit: null })
}

const readKit = (typed: TypedProduct): Result<ProductToSave, Errors> => {
  const read = kitForm.safeParse(typed)
  if (!read.success) return refused(errorsOf(read.error))
  const { text, price, level, fabricSize, fabricNumbers, ...rest } = read.data
  const yen = typedPrice(price)
  if (yen === null) return refused({ price: '価格を入力してください。' })
  return ok({
    ...rest,
    type: 'kit',
    told: { ...noFacts, text },
    price: yen,
    kit: { level, fabricSize, fabricNumbers },
  })
}
