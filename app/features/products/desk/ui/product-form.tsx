import { useState } from 'react'
import type { ProductType } from '~/features/products/rules.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { BusyForm } from '~/ui/form.tsx'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import type { Done } from '../texts.ts'
import { previewOf, type TypedProduct, typedOnScreen } from '../typed.rules.ts'
import { ProductFields } from './product-fields.tsx'
import { ProductPhotos } from './product-photos.tsx'
import { ProductPreview } from './product-preview.tsx'

export interface ProductAnswer extends FormAnswer {
  /** Missing when another form of the page was refused. */
  readonly typed?: TypedProduct
  /** Version of the product as it is now. */
  readonly version?: number
  /** The same for the form of a feed fabric's additions. */
  readonly added?: number
}

const savedAs = ['created', 'saved', 'held'] as const satisfies readonly Done[]

/** The form of a product, a new one without `version`, with a preview below; `name` is its draft's. */
export function ProductForm({
  start,
  name = ['product', start.number],
  type,
  version,
  requestId,
  answer,
}: {
  readonly start: TypedProduct
  readonly name?: readonly string[]
  readonly type: ProductType
  readonly version?: number
  readonly requestId: string
  readonly answer: ProductAnswer | undefined
}) {
  const [isBusy, setBusy] = useState(false)
  const draft = useDeskDraft({
    name,
    typedIn: (form) => typedOnScreen(form, start),
    saved: start,
    base: { requestId, version: String(version ?? ''), id: '' },
    answer,
    savedAs,
  })
  const typed = draft.start
  return (
    <div className="stack-3">
      <BusyForm value={isBusy}>
        <DeskForm
          requestId={requestId}
          version={answer?.version ?? draft.base.version}
          answer={answer}
          draft={draft}
          failed="商品を保存できませんでした。"
          button="保存する"
          busy={isBusy ? '写真を送っています…' : '保存しています…'}
        >
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="type" value={type} />
          <ProductPhotos pictures={typed.pictures} error={answer?.errors?.pictures} onBusy={setBusy} />
          <ProductFields typed={typed} errors={answer?.errors} type={type} isNew={version === undefined} />
          <ProductPreview preview={previewOf(draft.typed, type)} />
        </DeskForm>
      </BusyForm>
    </div>
  )
}
