import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import { type SignInAnswer, signInAddress } from '../sign-in.rules.ts'
import { resetTexts } from '../texts.ts'

/** A new password, typed twice. */
export function NewPasswordFields({
  label,
  errors,
}: {
  readonly label: string
  readonly errors: SignInAnswer['errors']
}) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        minLength={6}
        hint="6文字以上。よく使われる言葉や並びは使えません。"
        error={errors?.password}
      />
      <PasswordField
        label={`${label}（確認）`}
        name="confirmation"
        autoComplete="new-password"
        hint="もう一度、同じパスワードを入力してください。"
        error={errors?.confirmation}
      />
    </>
  )
}

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
