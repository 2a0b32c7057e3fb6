import { sumOf, times, type Yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { shownName } from './offer.rules.ts'
import { addItem, canBeBought, lineNumbered, withoutUnits } from './rules.ts'
import { type AddedSeveral, severalText, takenBackText } from './several.texts.ts'
import { cartTotals } from './totals.rules.ts'
import type { Cart, CartChange, CartProduct, NumberedQuantity } from './types.ts'

export interface WantedProduct {
  readonly product: CartProduct
  readonly quantity: number
}

interface Outcome {
  readonly product: CartProduct
  readonly asked: number
  /** Of those, how many come in. */
  readonly quantity: number
  readonly isShort: boolean
}

const outcomesOf = (
  cart: Cart,
  wanted: readonly WantedProduct[],
  terms: CartTerms,
): { readonly after: Cart; readonly outcomes: readonly Outcome[] } => {
  const after = wanted
    .filter(({ product }) => canBeBought(product))
    .reduce((lines: Cart, { product, quantity }) => addItem(lines, product, terms, quantity).cart, cart)
  const unitsOf = (lines: Cart, { managementNumber }: CartProduct) =>
    lineNumbered(lines, managementNumber)?.quantity ?? 0
  const outcomes = wanted.map(({ product, quantity: asked }) => {
    const quantity = unitsOf(after, product) - unitsOf(cart, product)
    return { product, asked, quantity, isShort: quantity < asked && !isKitThere(cart, product) }
  })
  return { after, outcomes }
}

const shortOf = (outcomes: readonly Outcome[]): AddedSeveral['short'] =>
  outcomes
    .filter(({ isShort }) => isShort)
    .map(({ product, asked, quantity }) => ({ name: shownName(product), asked, added: quantity }))

/** What a press would do: the units that come in and what they cost there, in yen, the kits among them that are free, and what falls short. */
export interface SeveralAhead {
  readonly units: number
  readonly amount: Yen
  readonly freeKits: number
  readonly short: AddedSeveral['short']
}

/** What `addSeveral` would do to this cart, so that its button promises nothing else (C27). */
export const severalAhead = (
  cart: Cart,
  wanted: readonly WantedProduct[],
  terms: CartTerms,
): SeveralAhead => {
  const { after, outcomes } = outcomesOf(cart, wanted, terms)
  const lines = new Map(cartTotals(after, terms).lines.map((line) => [line.item.managementNumber, line]))
  const coming = outcomes.flatMap(({ product, quantity }) => {
    const line = lines.get(product.managementNumber)
    return line === undefined || quantity === 0 ? [] : [{ line, quantity }]
  })
  return {
    units: coming.reduce((sum, { quantity }) => sum + quantity, 0),
    amount: sumOf(coming.map(({ line, quantity }) => times(line.unitPrice, quantity))),
    freeKits: coming.filter(({ line }) => line.state === 'free-by-offer').length,
    short: shortOf(outcomes),
  }
}

/** One change, the kit offer applied at the end; the notice names those with fewer units (W3, C24), `takeBack` removes those added (C17). */
export const addSeveral = (cart: Cart, wanted: readonly WantedProduct[], terms: CartTerms): CartChange => {
  const { after, outcomes } = outcomesOf(cart, wanted, terms)
  const added = outcomes
    .filter(({ quantity }) => quantity > 0)
    .map(({ product: { managementNumber }, quantity }) => ({ managementNumber, quantity }))
  return {
    cart: after,
    notice: {
      kind: 'told',
      text: severalText({
        kinds: added.length,
        quantity: added.reduce((sum, { quantity }) => sum + quantity, 0),
        short: shortOf(outcomes),
      }),
    },
    ...(added.length === 0 ? {} : { takeBack: (later) => takenBack(later, added, terms) }),
  }
}

const isKitThere = (cart: Cart, { productType, managementNumber }: CartProduct): boolean =>
  productType === 'kit' && lineNumbered(cart, managementNumber) !== undefined

const takenBack = (cart: Cart, added: readonly NumberedQuantity[], terms: CartTerms): CartChange => ({
  ...withoutUnits(cart, added, terms),
  notice: { kind: 'told', text: takenBackText },
})
