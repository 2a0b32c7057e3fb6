const minute = 60_000

/** How often payment pages may be asked for (S17): enough for every shopper, too little for trying out cards. */
export const checkoutLimits = {
  name: 'checkout',
  perClient: { most: 30, spanMs: 10 * minute },
  together: { most: 1_500, spanMs: 10 * minute },
} as const

/** How often the state of a payment may be asked for; /success asks some times in a row. */
export const statusLimits = {
  name: 'checkout-status',
  perClient: { most: 120, spanMs: minute },
  together: { most: 6_000, spanMs: minute },
} as const
