import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { failureText } from '../account.texts.ts'
import css from './settings.module.css'
import { useFocusOnFirstError, useFocusOnStep } from './sign-in-fields.tsx'

export interface ChangeEmailState {
  readonly newEmail: string
  /** The address to be confirmed is `newEmail`. */
  readonly asksToConfirm?: boolean
  readonly errors?: { readonly newEmail?: string; readonly password?: string }
  readonly failure?: string
}

const lost = failureText('メールアドレスの変更', 'lost')

/** First the new address, then the confirmation that names it, with the password (A12). */
export function ChangeEmailForm({
  email,
  state,
}: {
  /** The present address. */
  readonly email: string
  readonly state: ChangeEmailState | undefined
}) {
  const form = useFocusOnFirstError(state)
  if (state?.asksToConfirm) return <ConfirmNewEmail state={state} />
  return (
    <FormCard ref={form} noValidate failure={state?.failure} failed={lost}>
      <p className={css.fact}>
        <small>現在のメールアドレス</small>
        <span>{email}</span>
      </p>
      <TextField
        label="新しいメールアドレス"
        name="newEmail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={state?.newEmail}
        error={state?.errors?.newEmail}
        hint="このアドレスに確認のメールをお送りします。"
      />
      <SubmitButton name="step" value="check" busy="お待ちください…">
        確認へ進む
      </SubmitButton>
    </FormCard>
  )
}

function ConfirmNewEmail({ state }: { readonly state: ChangeEmailState }) {
  const { newEmail, errors, failure } = state
  const question = useFocusOnStep()
  const form = useFocusOnFirstError(state)
  return (
    <>
      <FormCard ref={form} noValidate failure={failure} failed={lost}>
        <input type="hidden" name="newEmail" value={newEmail} />
        <p ref={question} tabIndex={-1} className={css.question}>
          メールアドレスを <strong>{newEmail}</strong> に変更しますか？
        </p>
        <ul className={css.points}>
          <li>この端末からログアウトします。</li>
          <li>新しいアドレスに届くメールのリンクで確認が済むと、切り替わります。</li>
          <li>それまでは、今までのメールアドレスでログインできます。</li>
        </ul>
        <PasswordField
          label="現在のパスワード"
          name="password"
          autoComplete="current-password"
          error={errors?.password}
        />
        <SubmitButton name="step" value="confirm" busy="送信しています…">
          このアドレスに変更する
        </SubmitButton>
      </FormCard>
      <FormCard failed={lost}>
        <input type="hidden" name="newEmail" value={newEmail} />
        <SubmitButton look="quiet" name="step" value="edit" busy="お待ちください…">
          アドレスを入力し直す
        </SubmitButton>
      </FormCard>
    </>
  )
}
