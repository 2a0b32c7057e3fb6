import { useCallback, useEffect, useRef, useState } from 'react'
import { cartFingerprint } from '~/features/cart/rules.ts'
import { type CartTotals, cartTotals } from '~/features/cart/totals.rules.ts'
import type { Cart, CartProduct } from '~/features/cart/types.ts'
import { readCartProducts } from '~/features/cart/ui/products-now.ts'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import type { LineDifference } from '~/features/orders/checkout/differences.rules.ts'
import { isPaymentPage } from '~/features/orders/payment/rules.ts'
import { useStockOfPage } from '~/features/products/ui/shop-closure.tsx'
import { type ApiBase, href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { type Yen, yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { cartKept, noPaymentPage, paymentError, refusalText } from '../checkout-answers.rules.ts'
import type { CheckoutRequest } from '../request.rules.ts'
import { type CheckOutcome, openPaymentChecks } from './payment-checks.ts'
import { usePaymentMemory } from './payment-memory.ts'
import { usePaymentReturn } from './payment-return.tsx'

type CheckoutAnswer =
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

export type CheckoutState =
  | { readonly step: 'idle' }
  | { readonly step: 'generating' }
  | { readonly step: 'failed'; readonly message: string; readonly hint: string | null }
  | ({ readonly step: 'differs' } & DifferingCart)

/** `products` are those of the cart as they are sold now, `former` the sums that she pressed for. */
export type DifferingCart = Omit<Extract<CheckoutAnswer, { readonly kind: 'differs' }>, 'kind'> & {
  readonly products: ReadonlyMap<string, CartProduct>
  readonly former: CartTotals
}

const objections: Readonly<Record<Exclude<CheckOutcome, 'nothing'>, string>> = {
  'taken-out':
    '前のご注文のお支払いが済んでいたため、その商品をカートから外しました。内容をご確認のうえ、お進みください。',
  stuck:
    '前のご注文のお支払いが済んでいますが、このブラウザーの空き容量が足りず、その商品をカートから外せません。ほかのタブを閉じるか空き容量を増やして、もう一度お試しください。',
}
const changedMeanwhile = 'カートの中身が変わりました。内容をご確認のうえ、もう一度お進みください。'
const notRead =
  'カートの内容が変わっていますが、新しい内容を確認できませんでした。通信の状態をお確かめのうえ、もう一度お試しください。'
const cannotRemember =
  'このブラウザーの空き容量が足りず、ご注文を記録できないため、お支払いに進めません。空き容量を増やして、もう一度お試しください。'

/**
 * Asks for the payment page and goes there; a changed cart gives its differences (S1). Nobody pays twice: products paid meanwhile leave
 * the cart first, and the new order is remembered before the browser leaves (S13). A second press does nothing; Back starts idle (S9).
 */
export const useCheckout = () => {
  const { apiBase, origin } = useSiteFacts()
  const { actions } = useCart()
  const memory = usePaymentMemory()
  const { checkOrders } = usePaymentReturn(openPaymentChecks)
  const { learn } = useStockOfPage()
  const [state, setState] = useState<CheckoutState>({ step: 'idle' })
  const isUnderWay = useRef(false)
  const become = useCallback((next: CheckoutState) => {
    isUnderWay.current = next.step === 'generating'
    setState(next)
  }, [])
  useResetOnReturn(become)

  const start = useCallback(
    async (request: CheckoutRequest, cart: Cart) => {
      if (isUnderWay.current) return
      become({ step: 'generating' })
      const fail = (message: string, hint: string | null = null) => become({ step: 'failed', message, hint })
      const former = await checkOrders()
      if (former !== 'nothing') return fail(objections[former])
      // Another check or tab may have taken out what was paid.
      if (cartFingerprint(actions.getSnapshot().cart) !== cartFingerprint(cart)) return fail(changedMeanwhile)
      const answer = await ask(apiBase, { ...request, client_token: await memory.browserToken() })
      if (answer === null) return fail(paymentError, cartKept)
      if (answer.kind === 'differs') {
        const numbers = cart.map(({ managementNumber }) => managementNumber)
        const products = await readCartProducts(numbers)
        if (products === null) return fail(notRead, cartKept)
        learn(numbers, products)
        return become({ ...answer, step: 'differs', products, former: cartTotals(cart, actions.terms) })
      }
      if (answer.kind === 'refused') return fail(answer.message, answer.hint)
      if (!isPaymentPage(answer.url, [window.location.origin, origin])) return fail(noPaymentPage, cartKept)
      if (answer.orderToken !== null) {
        const isNoted = await memory.leave({ token: answer.orderToken, session: sessionIn(answer.url) }, cart)
        // A cart that is not saved is lost with this page, so nothing can be paid twice.
        if (!isNoted && actions.getSnapshot().isSaved) return fail(cannotRemember)
      }
      window.location.assign(answer.url)
    },
    [apiBase, origin, actions, checkOrders, memory, become, learn],
  )
  const dismiss = useCallback(() => become({ step: 'idle' }), [become])
  return { state, start, dismiss }
}

/** Only a hint: without a session id in the address the shop tells it later. */
const sessionIn = (address: string): string | null => /\bcs_[A-Za-z0-9_]+/.exec(address)?.[0] ?? null

const ask = async (
  apiBase: ApiBase,
  request: CheckoutRequest & { readonly client_token: string },
): Promise<CheckoutAnswer | null> => {
  try {
    const response = await fetch(href(`${apiBase}/create-checkout-session`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = checkoutAnswer(await response.json())
    if (answer.kind === 'refused') logFailure(response.status)
    return answer
  } catch (error) {
    logFailure(error)
    return null
  }
}

// biome-ignore lint/suspicious/noConsole: the failure is shown, and logged in the browser as named
const logFailure = (why: unknown) => console.warn('checkout failed', why)

const useResetOnReturn = (become: (state: CheckoutState) => void) => {
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && become({ step: 'idle' })
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [become])
}
