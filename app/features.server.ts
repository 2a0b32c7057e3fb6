import type { Feature } from './feature-parts.server.ts'
import { accounts } from './features/accounts/feature.server.ts'
import { backups } from './features/backups/feature.server.ts'
import { cart } from './features/cart/feature.server.ts'
import { comments } from './features/comments/feature.server.ts'
import { desk } from './features/desk/feature.server.ts'
import { documentImport } from './features/document-import/feature.server.ts'
import { orders } from './features/orders/feature.server.ts'
import { pictures } from './features/pictures/feature.server.ts'
import { products } from './features/products/feature.server.ts'
import { reactions } from './features/reactions/feature.server.ts'
import { recipes } from './features/recipes/feature.server.ts'
import { reports } from './features/reports/feature.server.ts'
import { search } from './features/search/feature.server.ts'
import { shop } from './features/shop/feature.server.ts'
import { stock } from './features/stock/feature.server.ts'

/** In the order in which they prepare a start; what a later one needs, an earlier one brings. */
export const features: readonly Feature[] = [
  pictures,
  accounts,
  products,
  stock,
  shop,
  cart,
  orders,
  recipes,
  reactions,
  comments,
  reports,
  search,
  documentImport,
  backups,
  desk,
]
