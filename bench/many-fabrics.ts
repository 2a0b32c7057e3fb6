import type { NewProduct } from '../app/features/products/columns.queries.server.ts'
import { demoFabrics } from '../demo/fabrics.ts'

/** Published fabrics with the texts of the demo's, mixed; repeatable. */
export const manyFabrics = (count: number): NewProduct[] =>
  Array.from({ length: count }, (_, at) => {
    const one = demoFabrics[at % demoFabrics.length]
    const other = demoFabrics[(at * 7 + 3) % demoFabrics.length]
    if (one === undefined || other === undefined) throw new Error('the demo has no fabrics')
    return {
      number: `B-${10_000 + at}`,
      type: 'fabric',
      name: `${one.name} ${at % 97}番`,
      ...(one.reading !== undefined && { reading: `${one.reading} ${at % 97}` }),
      description: `${one.description}${other.description.replace(/^【[^】]*】/, '')}`,
      priceText: String(300 + (at % 40) * 50),
      imageUrl: '/Image/cloth.svg',
      status: '公開中',
      source: 'own',
      position: 1_000 + at,
    }
  })
