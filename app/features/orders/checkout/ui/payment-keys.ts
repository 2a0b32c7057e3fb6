export const recordKey = 'mcSquarePayments'
/** In sessionStorage: the token of the order that this tab left to pay, until the outcome is told (S6). */
export const leftKey = 'mcSquareLeftForPayment'
/** Written just before the payment page, for display only (S16). */
export const lastAmountKey = 'mcSquareLastPaidAmount'
export const lastItemsKey = 'mcSquareLastOrderItems'
export const lastShippingKey = 'mcSquareLastShipping'

export const paymentKeys = [recordKey, leftKey, lastAmountKey, lastItemsKey, lastShippingKey]
