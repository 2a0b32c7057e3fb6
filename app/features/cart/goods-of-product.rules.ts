import type { SellableProduct } from '~/features/catalogue/rules.ts'
import type { Goods } from './cart-item.rules.ts'

/** A product of the catalogue as the cart takes it; a price that nobody knows is an empty text (C9). */
export const goodsOf = ({ number, type, name, description, price, imageUrl }: SellableProduct): Goods => ({
  managementNumber: number,
  name,
  description,
  price: price === null ? '' : String(price),
  imageUrl,
  productType: type,
})
