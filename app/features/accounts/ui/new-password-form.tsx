import { signInAddress } from '~/features/profiles/rules.ts'
import { resetTexts } from '~/features/profiles/texts.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { SignInAnswer } from '../sign-in.types.ts'
import { NewPasswordFields, useFocusOnFirstError } from './sign-in-fields.tsx'

/** What the link of a reset opens. */
export function NewPasswordForm({ answer }: { readonly answer: SignInAnswer | undefined }) {
  const form = useFocusOnFirstError(answer)
  return (
    <>
      <p>設定すると、すべての端末からログアウトします。そのあと、新しいパスワードでログインしてください。</p>
      <FormCard ref={form} noValidate failure={answer?.failure} failed={resetTexts.failed}>
        <NewPasswordFields label="新しいパスワード" errors={answer?.errors} />
        <SubmitButton busy="設定しています…">パスワードを設定する</SubmitButton>
      </FormCard>
    </>
  )
}

export function ResetLinkGone() {
  return (
    <>
      <Notice kind="error">
        このリンクは使えません。1時間の期限が過ぎたか、すでに使われたか、アドレスが途中で切れています。
      </Notice>
      <p>パスワードをまだ設定していないときは、お手数ですがもう一度メールをお受け取りください。</p>
      <p>
        <ButtonLink to={signInAddress('reset', null)}>もう一度メールを受け取る</ButtonLink>
      </p>
      <p>
        <ButtonLink to={signInAddress('sign-in', null)} look="secondary">
          ログインへ
        </ButtonLink>
      </p>
    </>
  )
}
