import type { Stripe } from 'stripe'
import { invalidRequest, type ListParameters, type PageParameters, type Refusal } from './requests.ts'

/** `all` is newest first. */
export const fitting = <T extends { readonly created: number; readonly payment_intent: unknown }>(
  all: readonly T[],
  { created, payment_intent }: ListParameters,
): T[] =>
  all.filter(
    (each) =>
      each.created >= (created?.gte ?? 0) &&
      (payment_intent === undefined || each.payment_intent === payment_intent),
  )

export const pageOf = <T extends { readonly id: string }>(
  all: readonly T[],
  { limit = 10, starting_after }: PageParameters,
  url: string,
): Stripe.ApiList<T> | Refusal => {
  const before = all.findIndex(({ id }) => id === starting_after)
  if (starting_after !== undefined && before < 0)
    return invalidRequest(`No such object: ${starting_after}`, { param: 'starting_after' })
  const data = all.slice(before + 1, before + 1 + limit)
  return { object: 'list', data, has_more: before + 1 + limit < all.length, url }
}
