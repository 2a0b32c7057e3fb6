import { fieldsOf } from '~/kernel/json.ts'

/** An order that this browser left to be paid, as the shop sees it now. */
export interface LeftOrder {
  /**
   * `paid`; `waiting` for the money; `open`: nobody has paid yet; `over`: nobody will; `unsure`: the shop or the provider
   * could not be asked.
   */
  readonly payment: 'paid' | 'waiting' | 'open' | 'over' | 'unsure'
  readonly sessionId: string
  /** The order's page. */
  readonly path: string
  readonly lines: readonly { readonly number: string; readonly quantity: number }[]
}

const nothingOf = (payment: 'over' | 'unsure'): LeftOrder => ({ payment, sessionId: '', path: '', lines: [] })

/** Asks the shop about the order behind a token of this browser. Never throws. */
export const readLeftOrder = async (orderToken: string): Promise<LeftOrder> => {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(orderToken)}?payment`)
    if (response.status === 404) return nothingOf('over')
    return response.ok ? leftOrderOf(await response.json()) : nothingOf('unsure')
  } catch {
    return nothingOf('unsure')
  }
}

const paymentOf = (status: unknown, state: unknown): LeftOrder['payment'] => {
  if (status === 'paid') return 'paid'
  // While our order is pending, `waiting` may mean that the provider could not be asked.
  if (status === 'waiting') return state === 'pending' ? 'unsure' : 'waiting'
  return state === 'pending' ? 'open' : 'over'
}

const leftOrderOf = (answer: unknown): LeftOrder => {
  const { status, sessionId, path, order } = fieldsOf(answer)
  const { lines, state } = fieldsOf(order)
  if (typeof path !== 'string' || !Array.isArray(lines)) return nothingOf('unsure')
  return {
    payment: paymentOf(status, state),
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    path,
    lines: lines
      .map(fieldsOf)
      .flatMap(({ number, quantity }) =>
        typeof number === 'string' && typeof quantity === 'number' ? [{ number, quantity }] : [],
      ),
  }
}
