const providerHost = 'checkout.stripe.com'

/**
 * Whether `address` is a payment page that a shopper may be led to (S10): the provider's over https, or one on an origin of
 * the shop (`ownOrigins`, like https://shop.example), where the payment simulator stands. Asked by the shop before it hands
 * an address on, and by the browser before it goes there. A domain of the shop's own at the provider is not known to it.
 */
export const isPaymentPage = (address: string, ownOrigins: readonly string[]): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (ownOrigins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.hostname === providerHost && url.port === ''
}
