import type { MarkedProduct } from '~/features/products/desk/list.rules.ts'
import { type ProductState, productStates } from '~/features/products/desk/rules.ts'
import { fieldOf } from '~/kernel/form.ts'
import { formatNumber } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { nfkc } from '~/kernel/text.ts'
import { typedPrice, typedYen } from '~/kernel/typed-money.ts'

/** How the prices of several products are changed: by yen, by tenths of a per cent, or to a price in yen. */
export type PriceChange =
  | { readonly by: 'yen'; readonly yen: number }
  | { readonly by: 'percent'; readonly tenths: number }
  | { readonly by: 'to'; readonly yen: number }

export const priceWays = [
  { id: 'yen', name: '円で足し引きする' },
  { id: 'percent', name: '％で足し引きする' },
  { id: 'to', name: 'この価格にする' },
] as const
export type PriceWay = (typeof priceWays)[number]['id']

const signOf = (text: string) => (/^[-−－‐▲△]/u.test(text) ? -1 : 1)
const withoutSign = (text: string) => text.replace(/^[-+−－‐▲△＋]/u, '')

/** Below zero nothing is left of a price. */
const mostPercent = 900

/** What was typed beside the way, such as -50, ▲50円 or 7.5％; null for what is no figure. */
export const priceChangeTyped = (way: PriceWay, typed: string): PriceChange | null => {
  const text = typed.trim()
  if (way === 'to') {
    const yen = typedPrice(text)
    return yen === null ? null : { by: 'to', yen }
  }
  const figure = withoutSign(text)
  if (way === 'yen') {
    const yen = typedYen(figure)
    return yen === null || yen === 0 ? null : { by: 'yen', yen: signOf(text) * yen }
  }
  const [, whole, tenth = '0'] = /^(\d{1,3})(?:\.(\d))?\s*%?$/.exec(nfkc(figure).trim()) ?? []
  if (whole === undefined) return null
  const tenths = Number(whole) * 10 + Number(tenth)
  const isPossible = tenths > 0 && (signOf(text) > 0 ? tenths <= mostPercent * 10 : tenths < 1_000)
  return isPossible ? { by: 'percent', tenths: signOf(text) * tenths } : null
}

/** In whole yen, half a yen up; not above zero where nothing is left. `former` is null where no price is known. */
export const changedPrice = (change: PriceChange, former: number | null): number | null => {
  if (change.by === 'to') return change.yen
  if (former === null) return null
  return change.by === 'yen'
    ? former + change.yen
    : Math.floor((former * (1_000 + change.tenths) * 2 + 1_000) / 2_000)
}

/** As the list of files and the log tell it. */
export const priceChangeText = (change: PriceChange): string => {
  const figure = change.by === 'percent' ? String(change.tenths / 10) : formatNumber(change.yen)
  if (change.by === 'to') return `価格を${figure}円に`
  return `価格を${figure.startsWith('-') ? '' : '+'}${figure}${change.by === 'yen' ? '円' : '％'}`
}

/** The field of a price that a product gets for itself. */
export const priceField = (number: string): string => `price:${number}`

/** A price of its own goes before the one of all. */
export interface TypedChange {
  readonly price: PriceChange | null
  /** By number, in yen. */
  readonly prices: ReadonlyMap<string, number>
  readonly status: ProductState | null
}

/** What is to become of the marked products; without a version they are compared as they are now. */
export interface ListedChange extends TypedChange {
  readonly products: readonly (Pick<MarkedProduct, 'number'> & Partial<Pick<MarkedProduct, 'version'>>)[]
}

type Errors = { readonly failure: string } | { readonly errors: Readonly<Record<string, string>> }

const figureText = {
  yen: '足す額を「50」、引く額を「-50」のように入力してください。',
  percent: '「5」「-10」「7.5」のように、-99.9から900までで入力してください。',
  to: '価格を、0から999999までの数で入力してください。',
} as const satisfies Readonly<Record<PriceWay, string>>

/** What the form of the marked products asks for; refuses figures beside their fields, and a form that asks for nothing. */
export const changeTyped = (
  form: FormData,
  products: readonly MarkedProduct[],
): Result<TypedChange, Errors> => {
  const way = priceWays.find(({ id }) => id === fieldOf(form, 'way'))?.id
  const status = productStates.find((each) => each === fieldOf(form, 'status')) ?? null
  const price = way === undefined ? null : priceChangeTyped(way, fieldOf(form, 'figure', 100))
  const errors: Record<string, string> = {}
  if (way !== undefined && price === null) errors.figure = figureText[way]
  const prices = new Map<string, number>()
  for (const { number } of products) {
    const typed = fieldOf(form, priceField(number), 100)
    const own = typedPrice(typed)
    if (own !== null) prices.set(number, own)
    else if (typed.trim() !== '') errors[priceField(number)] = figureText.to
  }
  if (Object.keys(errors).length > 0) return refused({ errors })
  if (price === null && prices.size === 0 && status === null)
    return refused({ failure: '価格か公開を入れてから、押してください。' })
  return ok({ price, prices, status })
}

/** The same as it was typed, to fill in again. */
export const typedInChange = (form: FormData, products: readonly MarkedProduct[]) =>
  Object.fromEntries(
    ['way', 'figure', 'status', ...products.map(({ number }) => priceField(number))].map((name) => [
      name,
      fieldOf(form, name, 100),
    ]),
  )
