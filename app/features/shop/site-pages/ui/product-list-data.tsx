import { colourOf, nameWithColour } from '~/features/products/description.rules.ts'
import {
  isForSale,
  type ProductOfPage,
  pictureOfProduct,
  productPath,
  type SellableProduct,
} from '~/features/products/rules.ts'
import { JsonLd } from '~/ui/json-ld.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'

/** JSON-LD of a product; has an offer only when the price is certain (C9). */
const productData = (product: SellableProduct, origin: string) => {
  const { number, description, price } = product
  const name = nameWithColour(product)
  const color = colourOf(product)
  const url = `${origin}${productPath(product)}`
  return {
    '@type': 'Product',
    sku: number,
    name,
    description: description === '' ? name : description,
    image: new URL(pictureOfProduct(product), origin).href,
    url,
    ...(color === null ? {} : { color }),
    ...(price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price,
            priceCurrency: 'JPY',
            availability: `https://schema.org/${isForSale(product) ? 'InStock' : 'OutOfStock'}`,
            itemCondition: 'https://schema.org/NewCondition',
            url,
            seller: { '@id': `${origin}/#organization` },
          },
        }),
  }
}

export function ProductListData({ products }: { readonly products: readonly SellableProduct[] }) {
  const { origin } = useSiteFacts()
  if (products.length === 0) return null
  return (
    <JsonLd
      data={
        import.meta.env.SSR && {
          '@type': 'ItemList',
          itemListElement: products.map((product, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            item: productData(product, origin),
          })),
        }
      }
    />
  )
}

/** JSON-LD for a product's own page. */
export function ProductData({ product }: { readonly product: ProductOfPage }) {
  const { origin } = useSiteFacts()
  const image = () => product.pictures.map((picture) => new URL(picture, origin).href)
  return <JsonLd data={import.meta.env.SSR && { ...productData(product, origin), image: image() }} />
}
