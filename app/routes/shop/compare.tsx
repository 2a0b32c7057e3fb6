import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AddKitButton, BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { KitPrice } from '~/features/cart/ui/kit-offer.tsx'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { comparedRows } from '~/features/products/comparison/rows.rules.ts'
import { mostCompared } from '~/features/products/comparison/rules.ts'
import css from '~/features/products/comparison/ui/comparison.module.css'
import { comparisonKey, useCompared } from '~/features/products/comparison/ui/use-compared.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { type Kit, pictureOfProduct, productPath, type SellableProduct } from '~/features/products/rules.ts'
import { FabricPrice } from '~/features/products/ui/product-card.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { without } from '~/features/products/wishlist/rules.ts'
import waiting from '~/features/products/wishlist/ui/awaited.module.css'
import { readKept, writeKept } from '~/features/products/wishlist/ui/kept-products.ts'
import { useEverKept, useProductsNow } from '~/features/products/wishlist/ui/use-products-now.ts'
import { ProductListLinks } from '~/features/products/wishlist/ui/wishlist.tsx'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { inPhrases } from '~/ui/phrases.tsx'

type Sale = (product: SellableProduct | Kit) => ReactNode

/** Today's data of the compared products; `price` and `sale` render price and buttons (W22). */
function Comparison({ price, sale }: { readonly price: Sale; readonly sale: Sale }) {
  const compared = useCompared()
  const asked = useEverKept(compared)
  const { now, isFailed, isAsking, askAgain } = useProductsNow(asked)
  if (compared === null)
    return (
      <>
        <noscript>
          <Notice>
            <p>
              この表のご利用には、ブラウザーのJavaScriptが必要です。設定で有効にして、ページを読み込み直してください。
            </p>
          </Notice>
        </noscript>
        <div className={`${css.coming} ${waiting.awaited}`} />
      </>
    )
  if (compared.length === 0)
    return (
      <div className={css.coming}>
        <EmptyBox>
          <p>まだ何も入っていません。</p>
          <p>{`生地やキットの「くらべる」を押すと、${mostCompared}点までここに並びます。`}</p>
          <ProductListLinks />
        </EmptyBox>
      </div>
    )
  if (isFailed)
    return (
      <Notice
        kind="error"
        actions={
          <Button look="secondary" aria-disabled={isAsking} onClick={askAgain}>
            {isAsking ? '読み込んでいます…' : 'もう一度読み込む'}
          </Button>
        }
      >
        いまの価格と販売の状況を読み込めませんでした。くらべるものは、この端末に残っています。
      </Notice>
    )
  if (now === null)
    return (
      <div className={`${css.coming} ${waiting.awaited}`}>
        <p role="status">読み込んでいます…</p>
      </div>
    )
  const sold = new Map([...now.fabrics, ...now.kits].map((product) => [product.number, product]))
  const shown = compared.flatMap(({ number }) => sold.get(number) ?? [])
  const gone = compared.filter(({ number }) => !sold.has(number))
  return (
    <>
      {shown.length === 0 ? null : <Table products={shown} price={price} sale={sale} />}
      {gone.length === 0 ? null : (
        <section aria-labelledby="gone">
          <h2 id="gone">いま販売していないもの</h2>
          <ul>
            {gone.map(({ number, name }) => (
              <li key={number}>
                {name}（{number}） <Remove name={name} number={number} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProductListLinks />
    </>
  )
}

/** Scrolls sideways on narrow screens, also by keyboard. */
function Table({
  products,
  price,
  sale,
}: {
  readonly products: ReadonlyArray<SellableProduct | Kit>
  readonly price: Sale
  readonly sale: Sale
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    <section aria-label="くらべる表" tabIndex={0} className={css.scrolled}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">商品</th>
            {products.map((product) => (
              <th key={product.number} scope="col">
                <Link to={productPath(product)} className={css.product}>
                  <Picture url={pictureOfProduct(product)} alt="" sizes="10rem" side={600} />
                  {inPhrases(nameWithColour(product))}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">価格</th>
            {products.map((product) => (
              <td key={product.number}>{price(product)}</td>
            ))}
          </tr>
          {comparedRows(products).map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {products.map(({ number }, at) => (
                <td key={number}>{values[at]}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">ご購入</th>
            {products.map((product) => (
              <td key={product.number}>
                {sale(product)}
                <Remove name={nameWithColour(product)} number={product.number} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Remove({ name, number }: { readonly name: string; readonly number: string }) {
  const remove = () => {
    writeKept(comparisonKey, without(readKept(comparisonKey) ?? [], number))
    // The pressed button disappears with its column.
    focusHeading()
  }
  return (
    <Button look="quiet" aria-label={`${name}を表から外す`} onClick={remove}>
      外す
    </Button>
  )
}

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
