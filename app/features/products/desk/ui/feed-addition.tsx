import { useId, useState } from 'react'
import { mostAdded } from '~/features/products/feed/additions.rules.ts'
import { BusyForm, FormCard, SubmitButton } from '~/ui/form.tsx'
import type { DeskProduct } from '../rules.ts'
import css from './product-desk.module.css'
import type { ProductAnswer } from './product-form.tsx'
import { ProductPhotos } from './product-photos.tsx'

/** The desk's additions to a feed fabric: position and further photographs (N48). */
export function FeedAddition({
  product: { added, version },
  requestId,
  answer,
}: {
  readonly product: DeskProduct
  readonly requestId: string
  readonly answer: ProductAnswer | undefined
}) {
  const id = useId()
  const own = answer?.added === undefined ? undefined : answer
  const [isBusy, setBusy] = useState(false)
  return (
    <section className={`stack-3 ${css.section}`} aria-label="順番とほかの写真">
      <h2>順番とほかの写真</h2>
      <p>表を読み込み直しても、ここで決めた順番と加えた写真は残ります。</p>
      <BusyForm value={isBusy}>
        <FormCard failure={own?.failure} failed="順番と写真を保存できませんでした。">
          <input type="hidden" name="act" value="add" />
          <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId} add`} />
          <input type="hidden" name="version" value={own?.added ?? version} />
          <ProductPhotos
            pictures={own?.typed?.pictures ?? added.pictures}
            error={own?.errors?.pictures}
            hint={`表の写真の後ろに出ます。${mostAdded}枚まで。`}
            onBusy={setBusy}
          />
          <div className={css.select}>
            <label htmlFor={id}>一覧での順番</label>
            <select id={id} name="place" defaultValue={own?.typed?.place ?? 'kept'}>
              <option value="kept">{added.hasPlace ? 'いまの場所' : '表の順番'}</option>
              {added.hasPlace ? <option value="feed">表の順番</option> : null}
              <option value="first">いちばん前</option>
              <option value="last">いちばん後ろ</option>
            </select>
          </div>
          <SubmitButton busy={isBusy ? '写真を送っています…' : '保存しています…'}>
            順番と写真を保存する
          </SubmitButton>
        </FormCard>
      </BusyForm>
    </section>
  )
}
