import { fieldsOf } from '~/kernel/json.ts'
import { type Yen, yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { refusalText } from '../checkout-answers.rules.ts'
import type { LineDifference } from '../differences.rules.ts'

export type CheckoutAnswer =
  | { readonly kind: 'pay'; readonly url: string; readonly orderToken: string | null }
  | {
      readonly kind: 'differs'
      readonly message: string
      readonly differences: readonly LineDifference[]
      readonly terms: CartTerms | null
    }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string | null }

const textOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === 'string' && value !== '' ? value : otherwise

const amountIn = (value: unknown): Yen | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? yen(value) : null

const differenceIn = (value: unknown): LineDifference => {
  const fields = fieldsOf(value)
  const name = textOr(fields.name, '商品')
  return {
    managementNumber: textOr(fields.managementNumber, ''),
    oldName: textOr(fields.oldName, name),
    name,
    before: amountIn(fields.oldUnitAmount),
    after: amountIn(fields.newUnitAmount),
    ...(fields.reason === 'stock' && {
      short: {
        most: amountIn(fields.most) ?? 0,
        waits: fields.waits === true,
        isShared: fields.isShared === true,
      },
    }),
  }
}

const wholeIn = (value: unknown): value is number => Number.isSafeInteger(value)

const termsIn = (value: unknown): CartTerms | null => {
  const { unitsPerLine, kinds, freeKits, shippingBands } = fieldsOf(value)
  if (!wholeIn(unitsPerLine) || !wholeIn(kinds) || !wholeIn(freeKits) || !Array.isArray(shippingBands))
    return null
  const bands = shippingBands.flatMap((band) => {
    const [below, fee] = [amountIn(fieldsOf(band).below), amountIn(fieldsOf(band).fee)]
    return below === null || fee === null ? [] : [{ below, fee }]
  })
  return { unitsPerLine, kinds, freeKits, shippingBands: bands }
}

/** Without a `url` the response is a refusal, shown with the page's own text for its `code`. */
export const checkoutAnswer = (body: unknown): CheckoutAnswer => {
  const { url, order, code, lines, terms } = fieldsOf(body)
  if (typeof url === 'string' && url !== '')
    return { kind: 'pay', url, orderToken: textOr(fieldsOf(order).token, null) }
  const hasLines = (code === 'price_changed' || code === 'stock_short') && Array.isArray(lines)
  const { message, hint = null } = refusalText(code)
  if (hasLines)
    return { kind: 'differs', message, differences: lines.map(differenceIn), terms: termsIn(terms) }
  return { kind: 'refused', message, hint }
}
