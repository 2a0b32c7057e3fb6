import { TextField } from '~/ui/form.tsx'
import css from './door.module.css'
import { PasskeyButton, usePasskeyOffer } from './passkey-button.tsx'

/** Shown if `asks` (N3). `confirmAgain` reads the fields; `errors` are by field, as in `confirmationRefusals`. */
export function ConfirmAgain({
  asks,
  errors,
}: {
  readonly asks: boolean
  readonly errors?: Readonly<Record<string, string>> | undefined
}) {
  const hasPasskey = usePasskeyOffer()
  if (!asks) return null
  return (
    <fieldset className={css.again}>
      <legend>もう一度ご本人か確かめます</legend>
      <p>どれかひとつで大丈夫です。</p>
      {hasPasskey ? (
        <PasskeyButton name="confirmPasskey" does="use">
          顔・指紋で確かめる
        </PasskeyButton>
      ) : null}
      {errors?.confirmPasskey === undefined ? null : <p role="alert">{errors.confirmPasskey}</p>}
      <TextField
        label="パスワード"
        name="confirmPassword"
        type="password"
        unmarked
        autoComplete="current-password"
        error={errors?.confirmPassword}
      />
      <TextField
        label="認証アプリか予備のコード"
        name="confirmCode"
        unmarked
        autoComplete="one-time-code"
        maxLength={20}
        error={errors?.confirmCode}
      />
    </fieldset>
  )
}
