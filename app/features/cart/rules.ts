import { productNumber, type SellableProduct, shippingNumber } from '~/features/products/rules.ts'
import { parsePrice, parsePriceOrZero, type Yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import {
  applyKitOffer,
  freeKitsLeft,
  isFreed,
  needsRefresh,
  plainName,
  shownName,
  withoutOffer,
} from './offer.rules.ts'
import type {
  Cart,
  CartChange,
  CartFromNumbers,
  CartItem,
  CartNotice,
  CartProduct,
  NumberedQuantity,
  PriceChange,
  RemovedLine,
  Unsold,
} from './types.ts'

/** A line with only the named fields, the plain name (C3), and '0' for every zero price (C4). */
export const lineOf = (product: CartProduct, quantity: number): CartItem => ({
  managementNumber: product.managementNumber,
  name: plainName(product.name),
  description: product.description,
  price: parsePriceOrZero(product.price) === 0 ? '0' : product.price,
  imageUrl: product.imageUrl,
  quantity: product.productType === 'kit' ? 1 : quantity,
  productType: product.productType,
  most: product.most,
  waits: product.waits,
  unitsNeeded: product.unitsNeeded,
})

/** The shop's limit and, of counted fabric, its longest piece (K10); units that others are paying for are no part of it. */
export const unitLimit = (
  { most }: Pick<CartProduct, 'most'>,
  { unitsPerLine }: Pick<CartTerms, 'unitsPerLine'>,
): number => Math.min(unitsPerLine, (most ?? unitsPerLine) || 1)

/** A line keeps the units it has, also those that are not left any more: only the order decides (K10). */
const limitBeside = (present: number, product: CartProduct, terms: CartTerms): number =>
  Math.min(terms.unitsPerLine, Math.max(present, unitLimit(product, terms)))

export const wholeUnits = (quantity: number, limit: number): number =>
  Number.isNaN(quantity) ? 1 : Math.min(limit, Math.max(1, Math.trunc(quantity)))

export const lineNumbered = (cart: Cart, managementNumber: string): CartItem | undefined =>
  cart.find((item) => item.managementNumber === managementNumber)

/** A product needs a number (S2) and a price (C9; zero only for kits, C5), and must not be sold out (K10). */
export const canBeBought = (product: CartProduct): boolean =>
  product.managementNumber.trim() !== '' &&
  product.managementNumber !== shippingNumber &&
  product.most !== 0 &&
  priceWithoutOffer(product) !== null

const priceWithoutOffer = (product: CartProduct): Yen | null =>
  product.productType === 'kit' ? parsePriceOrZero(product.price) : parsePrice(product.price)

/** The cart's form of a shop product; an unknown price is '' (C9). */
export const cartProductOf = ({
  number,
  type,
  name,
  description,
  price,
  imageUrl,
  most,
  waits,
  unitsNeeded,
}: SellableProduct): CartProduct => ({
  managementNumber: number,
  name,
  description,
  price: price === null ? '' : String(price),
  imageUrl,
  productType: type,
  most,
  waits,
  unitsNeeded,
})

// Every action ends here, so that the kit offer is applied exactly once.
const settled = (lines: Cart, terms: CartTerms, notice?: CartNotice): CartChange => ({
  cart: applyKitOffer(lines, terms.freeKits),
  ...(notice && { notice }),
})

/** `asked` and `added` of an addition (C24). */
const cappedNotice = (
  product: CartProduct,
  terms: CartTerms,
  addition?: { readonly asked: number; readonly added: number },
): CartNotice => {
  const limit = unitLimit(product, terms)
  return {
    kind: 'quantity-capped',
    name: shownName(product),
    limit,
    ...(limit < terms.unitsPerLine && { isLeft: true }),
    ...(addition !== undefined && addition.added > 0 && addition),
  }
}

/** Adds units up to the limit, says how many of how many (C24), and takes the newest price, name and picture (C12); a kit that is there changes nothing (C14). */
export const addItem = (cart: Cart, product: CartProduct, terms: CartTerms, quantity = 1): CartChange => {
  const name = shownName(product)
  if (!canBeBought(product)) return { cart, notice: { kind: 'cannot-be-bought', name } }
  const present = lineNumbered(cart, product.managementNumber)
  if (present && product.productType === 'kit') return { cart, notice: { kind: 'kit-already-in-cart', name } }
  if (!present && cart.length >= terms.kinds)
    return { cart, notice: { kind: 'too-many-kinds', limit: terms.kinds } }
  const had = present?.quantity ?? 0
  const asked = wholeUnits(quantity, terms.unitsPerLine)
  const line = lineOf(product, wholeUnits(had + asked, limitBeside(had, product, terms)))
  const lines = present ? cart.map((item) => (item === present ? line : item)) : [...cart, line]
  const added = line.quantity - had
  if (product.productType === 'fabric' && added < asked)
    return settled(lines, terms, cappedNotice(product, terms, { asked, added }))
  const { cart: after } = settled(lines, terms)
  const inCart = lineNumbered(after, product.managementNumber)
  const notice: CartNotice = {
    kind: 'added',
    name,
    type: product.productType,
    quantity: line.quantity,
    ...(inCart && isFreed(inCart) ? { isFree: true } : {}),
    freeKitsLeft: freeKitsLeft(after, terms.freeKits),
  }
  return { cart: after, notice }
}

/** `removed` can be put back (C17). An unknown number changes nothing. */
export const removeItem = (cart: Cart, managementNumber: string, terms: CartTerms): CartChange => {
  const position = cart.findIndex((item) => item.managementNumber === managementNumber)
  const item = cart[position]
  if (item === undefined) return { cart }
  const rest = cart.filter((other) => other !== item)
  return {
    ...settled(rest, terms, { kind: 'removed', names: [shownName(item)] }),
    removed: [{ item, position }],
  }
}

/** Puts removed lines back in their places (C17), except numbers that are in the cart again. */
export const restoreLines = (cart: Cart, removed: readonly RemovedLine[], terms: CartTerms): CartChange => {
  const missing = removed
    .filter(({ item }) => !lineNumbered(cart, item.managementNumber))
    .slice(0, Math.max(0, terms.kinds - cart.length))
    .toSorted((a, b) => a.position - b.position)
  const lines = [...cart]
  for (const { item, position } of missing) lines.splice(position, 0, item)
  const names = missing.map(({ item }) => shownName(item))
  return settled(lines, terms, { kind: 'restored', names })
}

export const setQuantity = (
  cart: Cart,
  managementNumber: string,
  quantity: number,
  terms: CartTerms,
): CartChange => {
  const line = lineNumbered(cart, managementNumber)
  if (line === undefined) return { cart }
  const isKit = line.productType === 'kit'
  const units = isKit ? 1 : wholeUnits(quantity, limitBeside(line.quantity, line, terms))
  const lines = cart.map((item) => (item === line ? { ...item, quantity: units } : item))
  if (isKit && quantity !== 1) return settled(lines, terms, { kind: 'kits-one-only', name: shownName(line) })
  return settled(lines, terms, quantity > units ? cappedNotice(line, terms) : undefined)
}

/** Takes price, name, picture and kind from `lookup` (C2, C12); the notice tells which known prices changed. */
export const refreshItems = (
  cart: Cart,
  lookup: (managementNumber: string) => CartProduct | undefined,
  terms: CartTerms,
  { gone = [] }: Unsold = {},
): CartChange => {
  const changes: PriceChange[] = []
  const lines = cart.flatMap((item) => {
    const product = lookup(item.managementNumber)
    if (product === undefined)
      return gone.includes(item.managementNumber) ? { ...item, isGone: true as const } : item
    const before = needsRefresh(item) ? null : priceWithoutOffer(withoutOffer(item))
    const after = priceWithoutOffer(product)
    const { managementNumber } = product
    if (before !== null && before !== after)
      changes.push({ managementNumber, name: shownName(product), before, after })
    return lineOf(product, item.quantity)
  })
  return settled(lines, terms, changes.length > 0 ? { kind: 'prices-changed', changes } : undefined)
}

/** Removes at most the ordered units (S13): another tab may have added more while the payment page was open (C11). */
export const withoutUnits = (
  cart: Cart,
  ordered: readonly NumberedQuantity[],
  terms: CartTerms,
): CartChange => {
  const units = new Map<string, number>()
  for (const { managementNumber, quantity } of ordered)
    units.set(storedSpelling(managementNumber), (units.get(storedSpelling(managementNumber)) ?? 0) + quantity)
  const left = cart.flatMap((item) => {
    const number = storedSpelling(item.managementNumber)
    const leaving = Math.min(item.quantity, units.get(number) ?? 0)
    units.set(number, (units.get(number) ?? 0) - leaving)
    return leaving < item.quantity ? [{ ...item, quantity: item.quantity - leaving }] : []
  })
  return settled(left, terms)
}

const storedSpelling = (managementNumber: string): string =>
  productNumber(managementNumber) ?? managementNumber

/** S13. */
export const putBack = (cart: Cart, returned: Cart, terms: CartTerms): CartChange => {
  const units = (line: CartItem) =>
    lineOf(
      line,
      wholeUnits(
        line.quantity + (lineNumbered(cart, line.managementNumber)?.quantity ?? 0),
        terms.unitsPerLine,
      ),
    )
  const present = cart.map((item) => {
    const line = lineNumbered(returned, item.managementNumber)
    return line === undefined ? item : units(line)
  })
  const missing = returned.filter(({ managementNumber }) => !lineNumbered(cart, managementNumber))
  const lines = [...present, ...missing].slice(0, Math.max(cart.length, terms.kinds))
  return settled(lines, terms, { kind: 'restored', names: returned.map(shownName) })
}

/** As the server builds it (C6): fields from `lookup`, numbers merged, no shipping line (S2, S3). Quantities must be whole and positive. */
export const cartFromNumbers = (
  lines: readonly NumberedQuantity[],
  lookup: (managementNumber: string) => CartProduct | undefined,
  terms: CartTerms,
): CartFromNumbers => {
  const units = new Map<string, number>()
  for (const { managementNumber, quantity } of lines)
    if (managementNumber !== shippingNumber)
      units.set(managementNumber, (units.get(managementNumber) ?? 0) + quantity)
  const cart: CartItem[] = []
  const missing: string[] = []
  for (const [managementNumber, quantity] of units) {
    const product = lookup(managementNumber)
    if (product === undefined) missing.push(managementNumber)
    else if (cart.length < terms.kinds) cart.push(lineOf(product, wholeUnits(quantity, terms.unitsPerLine)))
  }
  return { cart: applyKitOffer(cart, terms.freeKits), missing }
}

/** Equal exactly when numbers, units and their order are equal (S9). */
export const cartFingerprint = (lines: readonly NumberedQuantity[]): string =>
  JSON.stringify(lines.map(({ managementNumber, quantity }) => [managementNumber, quantity]))
