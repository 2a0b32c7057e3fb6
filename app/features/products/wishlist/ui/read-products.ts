import { type Kit, kitLevels, type SellableProduct, unitsNeededIn } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { yen } from '~/kernel/money.ts'
import type { KeptProduct } from '../rules.ts'

/** The requested products, in the order of their numbers in the request. */
export interface ProductsNow {
  readonly fabrics: readonly SellableProduct[]
  readonly kits: readonly Kit[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

const productOf = (value: unknown): SellableProduct | null => {
  const { number, type, name, description, imageUrl, picture, price, suspended, most, waits } =
    fieldsOf(value)
  if (!isText(number) || !isText(name) || !isText(description) || !isText(imageUrl)) return null
  if (type !== 'fabric' && type !== 'kit') return null
  return {
    number,
    type,
    name,
    description,
    imageUrl,
    ...(isText(picture) ? { picture } : {}),
    price: Number.isSafeInteger(price) ? yen(Number(price)) : null,
    ...(suspended === true ? { suspended } : {}),
    ...(Number.isSafeInteger(most) ? { most: Number(most) } : {}),
    ...(waits === true ? { waits } : {}),
  }
}

const kitOf = (value: unknown): Kit | null => {
  const product = productOf(value)
  const { level, fabricSize, createdAt, unitsNeeded } = fieldsOf(value)
  return (
    product && {
      ...product,
      level: kitLevels.find((known) => known === level) ?? 'other',
      fabricSize: isText(fabricSize) ? fabricSize : '',
      createdAt: Number(createdAt),
      unitsNeeded: unitsNeededIn(unitsNeeded),
    }
  )
}

const listOf = <T>(value: unknown, read: (item: unknown) => T | null): readonly T[] | null =>
  Array.isArray(value) ? value.map(read).filter((item) => item !== null) : null

/** Current data of these products; null when the shop did not answer. Never throws. */
export const readProducts = async (asked: readonly KeptProduct[]): Promise<ProductsNow | null> => {
  if (asked.length === 0) return { fabrics: [], kits: [] }
  try {
    const query = new URLSearchParams(asked.map(({ number }) => ['number', number]))
    const response = await fetch(`${href('/api/products')}?${query}`)
    const answer = fieldsOf(response.ok ? await response.json() : null)
    const fabrics = listOf(answer.fabrics, productOf)
    const kits = listOf(answer.kits, kitOf)
    return fabrics && kits && { fabrics, kits }
  } catch {
    return null
  }
}
