import { readData } from './shop-database.ts'
import type { ShopProcess } from './shop-process.ts'
import { pagesToWalk } from './visited-pages.ts'

/** The desk's pages with what stands for their segments; those that need what a demo has not are left out. */
export const deskAddresses = ({ dataDir }: Pick<ShopProcess, 'dataDir'>): string[] => {
  const one = (sql: string) => String(readData(dataDir, sql)[0]?.number)
  const order = one("select order_number as number from orders where state = 'paid' and shipped_at is null")
  const product = one("select number from product where status = '公開中' order by position")
  const filled = pagesToWalk
    .filter((path) => path.startsWith('/admin'))
    .flatMap((path) => (path.includes(':list') ? [path, path.replace(':list', 'collaborations')] : path))
    .map((path) =>
      path
        .replace('/orders/beside/:number', `/orders/beside/${order}`)
        .replace('/orders/:number', `/orders/${order}`)
        .replace('/products/:number', `/products/${product}`)
        .replace('marked/:act', `marked/note?order=${order}`)
        .replace(':list/:id', 'news/new')
        .replace('collaborations/:id', 'collaborations/new')
        .replace(/:list$/, 'news')
        .replace(':part', 'fees'),
    )
  return [...new Set(filled)].filter((path) => !/[:*]/.test(path))
}
