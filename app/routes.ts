import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. What does not stand here is a real 404 (P22). */
export default [
  layout('layouts/shop-layout.tsx', [
    index('routes/shop/home.tsx'),
    route('all-products', 'routes/shop/all-products.tsx'),
    route('kits', 'routes/shop/kits.tsx'),
    route('influencer_subscription', 'routes/shop/influencer-subscription.tsx'),
    route('subscription', 'routes/shop/subscription.tsx'),
    route('terms', 'routes/shop/terms.tsx'),
    route('privacy', 'routes/shop/privacy.tsx'),
    route('legal', 'routes/shop/legal.tsx'),
    route('contact', 'routes/shop/contact.tsx'),
    route('login', 'routes/shop/login.tsx'),
    route('success', 'routes/shop/success.tsx'),
    route('cancel', 'routes/shop/cancel.tsx'),
    route('order/:token', 'routes/shop/order.tsx'),
    route('mailbox', 'routes/demo/mailbox.tsx'),
    route('*', 'routes/not-found.tsx', { id: 'not-found' }),
  ]),
  layout('layouts/gallery-layout.tsx', [
    route('gallery', 'routes/gallery/gallery-opens-later.tsx', { id: 'gallery' }),
    route('gallery/login', 'routes/gallery/gallery-opens-later.tsx', { id: 'gallery-login' }),
    route('gallery/*', 'routes/not-found.tsx', { id: 'gallery-not-found' }),
  ]),
  route('mailbox/:mailId', 'routes/demo/mail.ts'),
  route('api/goods', 'routes/api/goods.ts'),
  ...['api', '.netlify/functions'].flatMap((base) => [
    route(`${base}/create-checkout-session`, 'routes/api/create-checkout-session.ts', {
      id: `${base}/checkout`,
    }),
    route(`${base}/checkout-status`, 'routes/api/checkout-status.ts', { id: `${base}/checkout-status` }),
  ]),
  route('api/stripe/webhook', 'routes/api/stripe-webhook.ts'),
  route('api/product-feed', 'routes/api/product-feed.ts'),
  route('api/orders/:token', 'routes/api/my-order.ts'),
  ...(import.meta.env.DEV ? [route('styleguide', 'routes/dev/styleguide.tsx')] : []),
  route('sitemap.xml', 'routes/api/sitemap.ts'),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/web-manifest.ts'),
] satisfies RouteConfig
