const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** Time limits of checkout and orders, in ms. */
export const timeLimits = {
  /** Whole request of 購入へ進む; shoppers wait for about 10 s. */
  press: 9 * second,
  providerCall: 10 * second,
  look: 3 * second,
  /** Bounds for closing a former payment page, which gets the rest of `press`. */
  longestClosing: 4 * second,
  shortestClosing: second / 2,
  /** Below the provider's own limit. */
  webhookFetch: 8 * second,

  session: 60 * minute,
  /** Shorter, because others wait for the stock it holds. */
  holdingSession: 40 * minute,
  /** An order with less time left gets a new key and time; the provider's minimum is 30 minutes. */
  shortestSession: 35 * minute,
  /** A page with less time left is replaced, because shoppers need time to find their card. */
  enoughToPay: 10 * minute,

  /** How late a webhook may be before the provider is asked. */
  silence: 15 * minute,
  reconcileEvery: 10 * minute,
  /** Payment pages of this age are looked through for payments whose event did not come (N27): the longest life and an hour. */
  mayBePaid: 2 * 60 * minute,
  lookForPaidEvery: 5 * minute,
  compareEvery: day,
  compared: 3 * day,
  /** Refunds and disputes are decided within this time. */
  settled: 180 * day,
  clockSkew: 10 * minute,

  /** P14; pending orders are kept at least until `pageOver` after their page ended. */
  unpaidKept: 30 * day,
  pageOver: day,
  forgetEvery: day / 4,
} as const
