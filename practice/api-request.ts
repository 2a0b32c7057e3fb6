import type { Stripe } from 'stripe'

/** The calls the stand-in answers. */
export const operations = ['create', 'list', 'retrieve', 'expire', 'line_items'] as const
export type Operation = (typeof operations)[number]

/** Where a call goes: which operation, and on which session. */
export interface Address {
  readonly operation: Operation
  /** Empty for creating and listing. */
  readonly sessionId: string
}

/** What a list of lines may be asked for. */
export interface PageParameters {
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
  readonly expand?: readonly string[]
}

/** A call whose parameters have been found right. */
export type ApiRequest =
  | { readonly operation: 'create'; readonly parameters: Stripe.Checkout.SessionCreateParams }
  | { readonly operation: 'list'; readonly parameters: Stripe.Checkout.SessionListParams }
  | { readonly operation: 'retrieve'; readonly sessionId: string; readonly parameters: PageParameters }
  | { readonly operation: 'expire'; readonly sessionId: string; readonly parameters: PageParameters }
  | { readonly operation: 'line_items'; readonly sessionId: string; readonly parameters: PageParameters }

/** The operation at `method path`, or undefined when the stand-in knows no such address. */
export const addressOf = (method: string, path: string): Address | undefined => {
  const match = /^\/v1\/checkout\/sessions(?:\/([^/]{1,66})(?:\/(expire|line_items))?)?$/.exec(path)
  if (match === null) return undefined
  const [, sessionId = '', part] = match
  if (sessionId === '') {
    if (method === 'POST') return { operation: 'create', sessionId }
    return method === 'GET' ? { operation: 'list', sessionId } : undefined
  }
  if (part === 'expire') return method === 'POST' ? { operation: 'expire', sessionId } : undefined
  if (method !== 'GET') return undefined
  return { operation: part === 'line_items' ? 'line_items' : 'retrieve', sessionId }
}
