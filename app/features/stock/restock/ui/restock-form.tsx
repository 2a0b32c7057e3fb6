import type { SellableProduct } from '~/features/products/rules.ts'
import productPage from '~/features/products/ui/product-page.module.css'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { type LostRequest, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import { confirmedWithinHours, isAwaited } from '../rules.ts'
import { restockLost } from '../texts.ts'
import type { RestockAnswer } from '../types.ts'
import { Told } from './told.tsx'

const sectionId = 'restock'

/** Requests one mail when a suspended or sold-out product is sold again (W10); empty for all others. */
export function RestockForm({
  product,
  answer,
}: {
  readonly product: SellableProduct
  readonly answer: RestockAnswer | LostRequest | undefined
}) {
  return isAwaited(product) ? <RestockFields answer={answer} /> : null
}

function RestockFields({ answer }: { readonly answer: RestockAnswer | LostRequest | undefined }) {
  const last = useLastAnswer(answer)
  const refused = last?.isAsked === false ? last : undefined
  const form = useFocusOnFirstError(refused)
  return (
    <section aria-labelledby={sectionId}>
      <h2 id={sectionId} className={productPage.heading}>
        再入荷のお知らせ
      </h2>
      {last?.isAsked ? (
        <Notice>
          <Told>
            {last.typed.trim()}{' '}
            {`に確認のメールをお送りします。${confirmedWithinHours}時間以内にメールのリンクを開き、「お知らせを受け取る」を押すと、お申し込みが済みます。`}
          </Told>
        </Notice>
      ) : (
        <FormCard
          ref={form}
          // Without script the next page opens scrolled to this form.
          action={`#${sectionId}`}
          preventScrollReset
          failure={refused?.failure}
          failed={restockLost}
        >
          <TextField
            name="email"
            type="email"
            label="メールアドレス"
            inputMode="email"
            autoComplete="email"
            required
            defaultValue={refused?.typed}
            error={refused?.errors?.email}
            hint="会員登録は要りません。販売を再開したときに一度だけお知らせし、アドレスは消去します。"
          />
          <SubmitButton look="secondary" busy="送っています…">
            再入荷のお知らせを受け取る
          </SubmitButton>
        </FormCard>
      )}
    </section>
  )
}
