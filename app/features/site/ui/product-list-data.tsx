import { displayImageUrl } from '~/kernel/image-url.ts'
import type { Yen } from '~/kernel/money.ts'
import { JsonLd } from '~/ui/json-ld.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'

/** Goods as a page shows them; `price` is tax included (law B3), null where it is being checked (C9): then no offer stands. */
export interface ListedProduct {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  readonly imageUrl: string
  readonly price: Yen | null
  readonly suspended?: true
}

/** The goods on a page as Product with offers, for machines that read it. `path` is the page they are bought on. */
export function ProductListData({
  products,
  path,
}: {
  readonly products: readonly ListedProduct[]
  readonly path: string
}) {
  const site = useSiteFacts()
  if (products.length === 0) return null
  const item = ({ managementNumber, name, description, imageUrl, price, suspended }: ListedProduct) => ({
    '@type': 'Product',
    sku: managementNumber,
    name,
    description: description === '' ? name : description,
    image: new URL(displayImageUrl(imageUrl), site.origin).href,
    ...(price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price,
            priceCurrency: 'JPY',
            availability: `https://schema.org/${suspended ? 'OutOfStock' : 'InStock'}`,
            url: `${site.origin}${path}`,
            seller: { '@id': `${site.origin}/#organization` },
          },
        }),
  })
  return (
    <JsonLd
      data={{
        '@type': 'ItemList',
        itemListElement: products.map((product, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          item: item(product),
        })),
      }}
    />
  )
}
