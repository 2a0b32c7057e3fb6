import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import { shortestPassword } from '../rules.ts'
import { type SignInAnswer, signInAddress } from '../sign-in.rules.ts'
import { accountFailureText, passkeysEnd, resetTexts } from '../texts.ts'

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
        minLength={shortestPassword}
        hint={`${shortestPassword}文字以上。よく使われる言葉や並びは使えません。`}
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

export function NewPasswordForm({ answer }: { readonly answer: SignInAnswer | undefined }) {
  const form = useFocusOnFirstError(answer)
  return (
    <>
      <p>
        設定すると、すべての端末からログアウトします。{passkeysEnd}
        そのあと、新しいパスワードでログインしてください。
      </p>
      <FormCard ref={form} failure={answer?.failure} failed={resetTexts.failed}>
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
        <ButtonLink to={signInAddress('reset', { next: null })}>もう一度メールを受け取る</ButtonLink>
      </p>
      <p>
        <ButtonLink to={signInAddress('sign-in', { next: null })} look="secondary">
          ログインへ
        </ButtonLink>
      </p>
    </>
  )
}

export interface ChangePasswordState {
  readonly errors?: { readonly current?: string; readonly next?: string; readonly again?: string }
  readonly failure?: string
}

/** Returns nothing that was typed: all fields are passwords. */
export function ChangePasswordForm({ state }: { readonly state: ChangePasswordState | undefined }) {
  const { errors, failure } = state ?? {}
  const form = useFocusOnFirstError(state)
  return (
    <>
      <p>
        変更すると、この端末を含むすべての端末からログアウトし、お知らせのメールをお送りします。{passkeysEnd}
      </p>
      <FormCard ref={form} failure={failure} failed={accountFailureText('パスワードの変更', 'lost')}>
        <PasswordField
          label="現在のパスワード"
          name="current"
          autoComplete="current-password"
          error={errors?.current}
        />
        <PasswordField
          label="新しいパスワード"
          name="next"
          autoComplete="new-password"
          minLength={shortestPassword}
          hint={`${shortestPassword}文字以上。よく使われるものや、お名前・メールアドレスと同じものは使えません。`}
          error={errors?.next}
        />
        <PasswordField
          label="新しいパスワード（もう一度）"
          name="again"
          autoComplete="new-password"
          error={errors?.again}
        />
        <SubmitButton busy="変更しています…">パスワードを変更する</SubmitButton>
      </FormCard>
    </>
  )
}
