import type { Feature } from '~/feature-parts.server.ts'

/** Lives in the browser. */
export const cart: Feature = { name: 'cart' }
