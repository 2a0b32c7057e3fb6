import { type ProductType, shippingNumber, unitsNeededIn } from '~/features/products/rules.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { nfkc } from '~/kernel/text.ts'
import { applyKitOffer, withoutOffer } from './offer.rules.ts'
import { wholeUnits } from './rules.ts'
import type { Cart, CartItem } from './types.ts'

/** A cart read from storage; the caller keeps the raw text unless `damage` is 'none' (C10). */
export interface StoredCart {
  readonly cart: Cart
  readonly damage: 'none' | 'bad-items' | 'unreadable'
}

const longestText = 5000

/** Never throws: what is no list is `unreadable`, bad items are dropped (C10), limits kept, missing types filled in (C8). */
export const parseStoredCart = (raw: string | null, terms: CartTerms): StoredCart => {
  const stored = raw === null ? [] : parsedJson(raw)
  if (!Array.isArray(stored)) return { cart: [], damage: 'unreadable' }
  const items = stored.map((value) => itemIn(value, terms))
  const lines = new Map<string, CartItem>()
  for (const item of items)
    if (item) lines.set(item.managementNumber, merged(lines.get(item.managementNumber), item, terms))
  const kept = [...lines.values()].slice(0, terms.kinds)
  const isWhole = items.every((item) => item !== null) && kept.length === lines.size
  return { cart: applyKitOffer(kept, terms.freeKits), damage: isWhole ? 'none' : 'bad-items' }
}

const itemIn = (value: unknown, terms: CartTerms): CartItem | null => {
  const fields = fieldsOf(value)
  const managementNumber = numberIn(fields.managementNumber)
  const name = textIn(fields.name)
  const price = priceIn(fields.price)
  const { quantity, unitsNeeded } = fields
  if (managementNumber === null || name === null || price === null) return null
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) return null
  const productType = typeIn(fields.productType, name, quantity)
  const originalPrice = priceIn(fields.originalPrice)
  const originalName = textIn(fields.originalName)
  return {
    managementNumber,
    name,
    description: textIn(fields.description) ?? '',
    price,
    imageUrl: textIn(fields.imageUrl) ?? '',
    quantity: productType === 'kit' ? 1 : wholeUnits(quantity, terms.unitsPerLine),
    productType,
    ...(originalPrice !== null && { originalPrice }),
    ...(originalName !== null && { originalName }),
    ...(fields.isGone === true && { isGone: true }),
    unitsNeeded: unitsNeededIn(unitsNeeded),
  }
}

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= longestText ? value : null

const priceIn = (value: unknown): string | number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : textIn(value)

const numberIn = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : textIn(value)
  return text === null || text.trim() === '' || text === shippingNumber ? null : text
}

/** Old items have no type: 50cm in the name means fabric (C8), and so does a quantity above 1, which a kit would lose. */
const typeIn = (stored: unknown, name: string, quantity: number): ProductType => {
  if (stored === 'fabric' || stored === 'kit') return stored
  return quantity > 1 || nfkc(name).toLowerCase().includes('50cm') ? 'fabric' : 'kit'
}

const merged = (before: CartItem | undefined, item: CartItem, terms: CartTerms): CartItem => {
  if (before === undefined || item.productType === 'kit') return item
  return { ...item, quantity: wholeUnits(before.quantity + item.quantity, terms.unitsPerLine) }
}

/** `base` is what both tabs last knew, `mine` this tab's cart, `theirs` the cart now in storage. */
export interface CartsToMerge {
  readonly base: Cart
  readonly mine: Cart
  readonly theirs: Cart
}

/** Lines that the other tab changed since `base` are theirs, others mine; so is the order if only this tab changed it (C11). Idempotent. */
export const mergeCarts = ({ base, mine, theirs }: CartsToMerge, terms: CartTerms): Cart => {
  const [was, here, there] = [byNumber(base), byNumber(mine), byNumber(theirs)]
  const isMoved = (order: readonly string[]) =>
    !isSameOrder(
      [...was.keys()].filter((number) => there.has(number)),
      order,
    )
  const isMineMoved = isMoved([...here.keys()].filter((number) => there.has(number)))
  const isMyOrder = isMineMoved && !isMoved([...there.keys()])
  const numbers = isMyOrder ? [...here.keys(), ...there.keys()] : [...there.keys(), ...here.keys()]
  const lines: CartItem[] = []
  for (const number of new Set(numbers)) {
    const isTouchedThere = !isSameLine(was.get(number), there.get(number))
    const line = (isTouchedThere ? there : here).get(number)
    if (line) lines.push(line)
  }
  return applyKitOffer(lines.slice(0, terms.kinds), terms.freeKits)
}

export const isSameCart = (a: Cart, b: Cart): boolean =>
  a.length === b.length && a.every((item, position) => isSameLine(withoutOffer(item), lineAt(b, position)))

/** Whether both were last told the same of the cloth that is left (K10), which is not saved. */
export const hasSameStock = (a: Cart, b: Cart): boolean =>
  a.every(({ most, waits }, position) => most === b[position]?.most && waits === b[position]?.waits)

const lineAt = (cart: Cart, position: number): CartItem | undefined => {
  const item = cart[position]
  return item && withoutOffer(item)
}

// Compared without the offer: a kit that became free because of another line has not changed.
const byNumber = (cart: Cart): Map<string, CartItem> =>
  new Map(cart.map((item) => [item.managementNumber, withoutOffer(item)]))

const isSameLine = (a: CartItem | undefined, b: CartItem | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  const fields = [
    'managementNumber',
    'name',
    'description',
    'price',
    'imageUrl',
    'quantity',
    'productType',
    'isGone',
    'unitsNeeded',
  ] as const
  return fields.every((field) => a[field] === b[field])
}

const isSameOrder = (a: readonly string[], b: readonly string[]): boolean => {
  const sharedOfB = b.filter((number) => a.includes(number))
  return a.filter((number) => b.includes(number)).every((number, position) => number === sharedOfB[position])
}
