import { AddKitButton, BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { KitPrice } from '~/features/cart/ui/kit-offer.tsx'
import { mostCompared } from '~/features/products/comparison/rules.ts'
import { Comparison } from '~/features/products/comparison/ui/comparison.tsx'
import { FabricPrice } from '~/features/products/ui/product-card.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

const heading = 'くらべる'

/** The comparison of this device: one page for everybody, filled in the browser (W22). */
export default function ComparePage() {
  const whyStopped = useWhyStopped()
  return (
    <Page
      heading={heading}
      steps={[{ name: heading, to: href('/compare') }]}
      lead={<p>{`えらんだ生地とキットを、${mostCompared}点まで、お使いのこの端末に残しています。`}</p>}
      dense
    >
      <PageMeta
        title={heading}
        description={`生地とキットを${mostCompared}点まで並べて、価格・生地巾・厚さ・素材・色をくらべられます。会員登録はいりません。`}
        noindex
      />
      <Comparison
        price={(product) =>
          product.type === 'kit' ? (
            <KitPrice product={product} stopped={whyStopped(product)} />
          ) : (
            <FabricPrice price={product.price} />
          )
        }
        sale={(product) =>
          product.type === 'kit' ? (
            <AddKitButton product={product} stopped={whyStopped(product)} />
          ) : (
            <BuyButton product={product} stopped={whyStopped(product)} />
          )
        }
      />
    </Page>
  )
}
