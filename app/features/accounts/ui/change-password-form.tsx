import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { failureText } from '../account.texts.ts'
import { useFocusOnFirstError } from './sign-in-fields.tsx'

export interface ChangePasswordState {
  readonly errors?: { readonly current?: string; readonly next?: string; readonly again?: string }
  readonly failure?: string
}

/** Nothing of it is given back: all its fields are passwords. */
export function ChangePasswordForm({ state }: { readonly state: ChangePasswordState | undefined }) {
  const { errors, failure } = state ?? {}
  const form = useFocusOnFirstError(state)
  return (
    <>
      <p>変更すると、この端末を含むすべての端末からログアウトし、お知らせのメールをお送りします。</p>
      <FormCard ref={form} noValidate failure={failure} failed={failureText('パスワードの変更', 'lost')}>
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
          minLength={6}
          hint="6文字以上。よく使われるものや、お名前・メールアドレスと同じものは使えません。"
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
