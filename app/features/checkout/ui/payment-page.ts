const providerHost = 'checkout.stripe.com'

/**
 * Whether `address` is a payment page that the browser may go to (S10): the provider's over https, or one on an origin of
 * the shop (`ownOrigins`, like https://shop.example), where the payment simulator stands.
 */
export const isPaymentPage = (address: string, ownOrigins: readonly string[]): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (ownOrigins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.hostname === providerHost && url.port === ''
}
