import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { TextArea, TextField } from '~/ui/form.tsx'
import { listLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import type { PartProps } from './form-part.tsx'
import { MovableRows } from './movable-rows.tsx'
import css from './recipe-editor.module.css'

/** Products that the author recommends: shown with their badge already here (P11). */
export function UsedProductFields({ start, typed, errors, pictures, onBusy }: PartProps) {
  return (
    <details className={css.products} open={start.products.length > 0 || undefined}>
      <summary>
        {recipeLabels.products}
        <span className={css.optional}>任意</span>
      </summary>
      <p className="small">
        紹介した商品には、かならず<span className={css.badge}>PR／広告</span>
        の印がつきます。商品や謝礼を受け取っているときや、アフィリエイトのリンクは、ここに書いてください。
      </p>
      <MovableRows
        name="商品"
        look="cards"
        start={start.products}
        typed={typed.products}
        blank={(id) => ({ id, name: '', description: '', productUrl: '', price: '', imageUrl: '' })}
        most={listLimits.products}
        error={errors.products}
        onRemoved={(id) => onBusy(`product ${id}`, false)}
      >
        {(product, at) => {
          const error = (field: string) => errors[`products.${product.id}.${field}`]
          return (
            <>
              <input type="hidden" name="productId[]" value={product.id} />
              <TextField
                label="商品の名前"
                name="productName[]"
                required
                defaultValue={product.name}
                error={error('name')}
              />
              <TextField
                label="商品ページのURL"
                name="productUrl[]"
                inputMode="url"
                required
                placeholder="https://"
                defaultValue={product.productUrl}
                error={error('productUrl')}
              />
              <TextArea
                label="商品の説明"
                name="productDescription[]"
                rows={2}
                defaultValue={product.description}
                error={error('description')}
              />
              <TextField
                label="価格"
                name="productPrice[]"
                placeholder="1,200円"
                defaultValue={product.price}
                error={error('price')}
              />
              <PictureField
                label={`商品${at + 1}の写真`}
                name="productImage[]"
                rule={pictures}
                required={false}
                defaultValue={product.imageUrl}
                error={error('imageUrl')}
                onBusy={(isBusy) => onBusy(`product ${product.id}`, isBusy)}
              />
            </>
          )
        }}
      </MovableRows>
    </details>
  )
}
