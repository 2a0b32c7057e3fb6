const minute = 60_000

/** How often payment pages may be asked for (S17): enough for every shopper, too little for trying out cards. */
export const checkoutLimits = {
  name: 'checkout',
  spanMs: 10 * minute,
  perClient: 30,
  perNetwork: 150,
  together: 1_500,
} as const

/** How often the state of a payment may be asked for; /success asks some times in a row. */
export const statusLimits = {
  name: 'checkout-status',
  spanMs: minute,
  perClient: 120,
  perNetwork: 600,
  together: 6_000,
} as const
