import { type FormEvent, useState } from 'react'
import type { ProductType } from '~/features/products/rules.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { BusyForm } from '~/ui/form.tsx'
import { previewOf, type TypedProduct, typedProduct } from '../typed.rules.ts'
import css from './product-desk.module.css'
import { ProductFields } from './product-fields.tsx'
import { ProductPhotos } from './product-photos.tsx'
import { ProductPreview } from './product-preview.tsx'

export interface ProductAnswer extends DeskAnswer {
  readonly typed: TypedProduct
  /** Version of the product as it is now. */
  readonly version?: number
  /** The same for the form of a feed fabric's additions. */
  readonly added?: number
}

/** The form of a product, a new one without `version`, with a preview below. */
export function ProductForm({
  start,
  type,
  version,
  requestId,
  answer,
}: {
  readonly start: TypedProduct
  readonly type: ProductType
  readonly version?: number
  readonly requestId: string
  readonly answer: ProductAnswer | undefined
}) {
  const typed = answer?.typed ?? start
  const [preview, setPreview] = useState(() => previewOf(typed, type))
  const [isBusy, setBusy] = useState(false)
  const follow = ({ target }: FormEvent) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form !== null) setPreview(previewOf(typedProduct(new FormData(form)), type))
  }
  const shown = answer?.version ?? version
  return (
    <div className={css.form} onInput={follow}>
      <BusyForm value={isBusy}>
        <DeskForm
          requestId={requestId}
          {...(shown === undefined ? {} : { version: shown })}
          answer={answer}
          failed="商品を保存できませんでした。"
          button="保存する"
          busy={isBusy ? '写真を送っています…' : '保存しています…'}
        >
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="type" value={type} />
          <ProductPhotos pictures={typed.pictures} error={answer?.errors?.pictures} onBusy={setBusy} />
          <ProductFields typed={typed} errors={answer?.errors} type={type} isNew={version === undefined} />
          <ProductPreview preview={preview} />
        </DeskForm>
      </BusyForm>
    </div>
  )
}
