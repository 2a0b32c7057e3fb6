import { nameWithColour } from '~/features/catalogue/description.rules.ts'
import type { SellableProduct } from '~/features/catalogue/rules.ts'
import { JsonLd } from '~/ui/json-ld.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'

/** JSON-LD of products, with an offer where the price is certain (C9); `path` is the page they are bought on. */
export function ProductListData({
  products,
  path,
}: {
  readonly products: readonly SellableProduct[]
  readonly path: string
}) {
  const site = useSiteFacts()
  if (products.length === 0) return null
  const item = ({ number, name, description, imageUrl, price, suspended }: SellableProduct) => ({
    '@type': 'Product',
    sku: number,
    name,
    description: description === '' ? name : description,
    image: new URL(imageUrl, site.origin).href,
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
