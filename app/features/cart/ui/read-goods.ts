import { fieldsOf } from '~/kernel/json.ts'
import type { Goods } from '../cart-item.rules.ts'

const isGoods = (value: unknown): value is Goods => {
  const fields = fieldsOf(value)
  const texts = [fields.managementNumber, fields.name, fields.description, fields.price, fields.imageUrl]
  return (
    texts.every((text) => typeof text === 'string') &&
    (fields.productType === 'fabric' || fields.productType === 'kit')
  )
}

/**
 * Asks the shop what it says now of these numbers. Goods it does not sell are missing in the answer; null when it could
 * not be asked, for the cart must stay usable when the line is bad.
 */
export const readGoods = async (numbers: readonly string[]): Promise<ReadonlyMap<string, Goods> | null> => {
  if (numbers.length === 0) return new Map()
  try {
    const query = new URLSearchParams(numbers.map((number) => ['number', number]))
    const response = await fetch(`/api/goods?${query}`)
    const goods: unknown = response.ok ? await response.json() : null
    return Array.isArray(goods)
      ? new Map(goods.filter(isGoods).map((each) => [each.managementNumber, each]))
      : null
  } catch {
    return null
  }
}
