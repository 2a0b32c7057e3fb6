import { productNumber } from '~/features/catalogue/rules.ts'
import { fieldsOf } from '~/kernel/json.ts'
import type { Goods } from '../types.ts'

const isGoods = (value: unknown): value is Goods => {
  const fields = fieldsOf(value)
  const texts = [fields.managementNumber, fields.name, fields.description, fields.price, fields.imageUrl]
  return (
    texts.every((text) => typeof text === 'string') &&
    (fields.productType === 'fabric' || fields.productType === 'kit')
  )
}

/**
 * Asks the shop what it says now of these numbers. The goods stand under the
 * numbers asked for, and those that it does not sell are missing; null when it could
 * not be asked, for the cart must stay usable when the line is bad.
 */
export const readGoods = async (numbers: readonly string[]): Promise<ReadonlyMap<string, Goods> | null> => {
  if (numbers.length === 0) return new Map()
  try {
    const query = new URLSearchParams(numbers.map((number) => ['number', number]))
    const response = await fetch(`/api/goods?${query}`)
    const goods: unknown = response.ok ? await response.json() : null
    if (!Array.isArray(goods)) return null
    const known = new Map(goods.filter(isGoods).map((each) => [each.managementNumber, each]))
    // A cart of an earlier page may spell a number as the sheet did: the shop answers in its own spelling.
    return new Map(
      numbers.flatMap((number) => {
        const found = known.get(productNumber(number) ?? number)
        return found === undefined ? [] : [[number, found] as const]
      }),
    )
  } catch {
    return null
  }
}
