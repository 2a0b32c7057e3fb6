const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** Every time limit in the life of one checkout, in ms. */
export const timeLimits = {
  /** How long 購入へ進む may take: a shopper waits for about 10 s. */
  press: 9 * second,
  providerCall: 10 * second,
  /** Asking about a payment while somebody waits for the page. */
  look: 3 * second,
  /** Closing a former payment page gets what is left of `press`, within these bounds. */
  longestClosing: 4 * second,
  shortestClosing: second / 2,
  /** Below the provider's own limit for a webhook. */
  webhookFetch: 8 * second,

  session: 60 * minute,
  /** Of an order that holds cloth: others wait for it. */
  holdingSession: 40 * minute,
  /** The provider opens no page for less than 30 minutes: an order with less left gets a new key and time. */
  shortestSession: 35 * minute,
  /** A page that is open for less is replaced when asked for again: somebody has to find her card. */
  enoughToPay: 10 * minute,

  /** A webhook may be late by so much before the provider is asked about the order. */
  silence: 15 * minute,
  reconcileEvery: 10 * minute,
  compareEvery: day,
  /** So far back payments and orders are compared. */
  compared: 3 * day,
  /** So far back refunds and disputes are asked about: longer than one stays undecided. */
  settled: 180 * day,
  /** Between our clock and the provider's. */
  clockSkew: 10 * minute,

  /** P14; pending ones until their page has been over for `pageOver`. */
  unpaidKept: 30 * day,
  pageOver: day,
  forgetEvery: day / 4,
} as const
