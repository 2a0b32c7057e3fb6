import { type ProductType, shippingNumber } from '~/features/catalogue/rules.ts'
import { nfkc } from '~/kernel/japanese-text.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type Cart, type CartItem, wholeUnits } from './cart-item.rules.ts'
import { applyKitOffer } from './kit-offer.rules.ts'

/** A cart read from storage. `damage` says that something was lost: the caller keeps the raw text (C10). */
export interface StoredCart {
  readonly cart: Cart
  readonly damage: 'none' | 'bad-items' | 'unreadable'
}

/** Longer texts, in characters, are no name, number, price or description of ours. */
const longestText = 5000

/** The text that storage keeps: a list of lines in the fields of S:L79-85. */
export const serialiseCart = (cart: Cart): string => JSON.stringify(cart)

/**
 * Reads what storage holds, null for nothing. Never throws: what is no list is `unreadable`, bad items are left out
 * alone (C10). Repeated numbers are merged with the later fields, quantities and kinds cut to the limits, the kit offer
 * applied anew, and items without a type given one (C8).
 */
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
  const { quantity } = fields
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

/**
 * The stored type; for old items without one, 50cm in the name means fabric (S:L85, C8). So does a quantity above 1,
 * which a kit never had: taken for a kit, the line would lose its units before the catalogue is asked.
 */
const typeIn = (stored: unknown, name: string, quantity: number): ProductType => {
  if (stored === 'fabric' || stored === 'kit') return stored
  return quantity > 1 || nfkc(name).toLowerCase().includes('50cm') ? 'fabric' : 'kit'
}

const merged = (before: CartItem | undefined, item: CartItem, terms: CartTerms): CartItem => {
  if (before === undefined || item.productType === 'kit') return item
  return { ...item, quantity: wholeUnits(before.quantity + item.quantity, terms.unitsPerLine) }
}
