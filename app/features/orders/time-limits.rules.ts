const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** Every time limit in the life of one checkout, in ms, from the press on 購入へ進む until its order is forgotten. */
export const timeLimits = {
  /** After that, nothing more is begun at the provider but what cannot wait: the shopper's patience ends at 10 s. */
  press: 9 * second,
  /** One call of the provider, when nothing below says otherwise. */
  providerCall: 10 * second,
  /** A look at a payment while somebody waits for the page. */
  look: 3 * second,
  /** Closing a former payment page: what is left of the press, within these bounds. */
  longestClosing: 4 * second,
  shortestClosing: second / 2,
  /** Fetching the session that a webhook names; the provider hangs up later. */
  webhookFetch: 8 * second,

  /** A payment page stays open for so long. */
  session: 60 * minute,
  /** The provider opens no page for less than 30 minutes; an order that comes back later gets a new key and time. */
  shortestSession: 35 * minute,
  /** A page that is given again must be open for so long, or it is replaced: somebody has to find her card. */
  enoughToPay: 10 * minute,

  /** A webhook may be late by so much before the provider is asked about the order. */
  silence: 15 * minute,
  reconcileEvery: 10 * minute,
  compareEvery: day,
  /** So far back payments and orders are compared. */
  compared: 3 * day,
  /** Clocks of two houses differ a little. */
  clockSkew: 10 * minute,

  /** Orders that were never paid are kept for so long (P14), */
  unpaidKept: 30 * day,
  /** and pending ones until their page has been over for so long. */
  pageOver: day,
  forgetEvery: day / 4,
} as const
