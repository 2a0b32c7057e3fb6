import type { CartTerms } from '~/kernel/shop-settings.ts'
import { addItem, canBeBought, lineNumbered, withoutUnits } from './rules.ts'
import { severalText, takenBackText } from './several.texts.ts'
import { shownName } from './totals.rules.ts'
import type { Cart, CartChange, CartProduct, NumberedQuantity } from './types.ts'

export interface WantedProduct {
  readonly product: CartProduct
  readonly quantity: number
}

/** One change, the kit offer applied at the end; the notice names those with fewer units (W3, C24), `takeBack` removes those added (C17). */
export const addSeveral = (cart: Cart, wanted: readonly WantedProduct[], terms: CartTerms): CartChange => {
  const after = wanted
    .filter(({ product }) => canBeBought(product))
    .reduce((lines: Cart, { product, quantity }) => addItem(lines, product, terms, quantity).cart, cart)
  const unitsOf = (lines: Cart, { managementNumber }: CartProduct) =>
    lineNumbered(lines, managementNumber)?.quantity ?? 0
  const outcomes = wanted.map(({ product, quantity: asked }) => {
    const quantity = unitsOf(after, product) - unitsOf(cart, product)
    return { product, asked, quantity, isShort: quantity < asked && !isKitThere(cart, product) }
  })
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
        short: outcomes
          .filter(({ isShort }) => isShort)
          .map(({ product, asked, quantity }) => ({ name: shownName(product), asked, added: quantity })),
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
