/** Pages of the shop from which the cart can be paid; the payment page leads back to no other place (S4). */
const shopPaths: ReadonlySet<string> = new Set([
  '/',
  '/all-products',
  '/kits',
  '/influencer_subscription',
  '/subscription',
  '/success',
  '/cancel',
  '/terms',
  '/privacy',
  '/legal',
  '/contact',
  '/login',
])

const whenUnknown = '/cancel'

/**
 * Where the payment page's way back leads: of the address that the browser sent, only the path counts, and only when it
 * is a page of the shop (S4, S6); else the page that says that the payment was cancelled.
 */
export const returnPath = (cancelUrl: string): string => {
  const path = URL.parse(cancelUrl, 'https://shop.invalid')?.pathname ?? whenUnknown
  return shopPaths.has(path) ? path : whenUnknown
}
