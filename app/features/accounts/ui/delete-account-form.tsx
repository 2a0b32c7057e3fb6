import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { useFocusOnFirstError, useFocusOnStep } from '~/ui/use-form-focus.ts'
import { accountFailureText } from '../texts.ts'
import css from './settings.module.css'

export interface DeleteAccountState {
  readonly asksPassword?: boolean
  readonly errors?: { readonly understood?: string; readonly password?: string }
  readonly failure?: string
}

const lost = accountFailureText('アカウントの削除', 'lost')

/** Two confirmations (A17): what goes and what stays, then the password. */
export function DeleteAccountForm({ state }: { readonly state: DeleteAccountState | undefined }) {
  const form = useFocusOnFirstError(state)
  if (state?.asksPassword) return <LastConfirmation state={state} />
  return (
    <FormCard ref={form} failed={lost}>
      <div className={`stack-2 ${css.points}`}>
        <h2>消えるもの</h2>
        <ul>
          <li>プロフィールとアカウント（ログインできなくなります）</li>
          <li>投稿した作品と、その写真</li>
          <li>いいね、保存した作品</li>
        </ul>
        <h2>残るもの</h2>
        <ul>
          <li>ショップでのご注文の記録</li>
          <li>ほかの方の作品に書いたコメント（お名前は「匿名ユーザー」になります）</li>
        </ul>
      </div>
      <div className={css.understood}>
        <label>
          <input
            type="checkbox"
            name="understood"
            value="yes"
            required
            aria-invalid={state?.errors?.understood ? true : undefined}
            aria-describedby={state?.errors?.understood ? 'understood-error' : undefined}
          />
          元に戻せないことを確認しました
        </label>
        {state?.errors?.understood ? <p id="understood-error">{state.errors.understood}</p> : null}
      </div>
      <SubmitButton look="danger" name="step" value="check" busy="お待ちください…">
        削除の手続きへ進む
      </SubmitButton>
    </FormCard>
  )
}

function LastConfirmation({ state }: { readonly state: DeleteAccountState }) {
  const { errors, failure } = state
  const question = useFocusOnStep()
  const form = useFocusOnFirstError(state)
  return (
    <FormCard ref={form} failure={failure} failed={lost}>
      <input type="hidden" name="understood" value="yes" />
      <p ref={question} tabIndex={-1} className={css.question}>
        アカウントを本当に削除しますか？ この操作は取り消せません。
      </p>
      <PasswordField
        label="現在のパスワード"
        name="password"
        autoComplete="current-password"
        error={errors?.password}
      />
      <SubmitButton look="danger" name="step" value="delete" busy="削除しています…">
        アカウントを完全に削除する
      </SubmitButton>
    </FormCard>
  )
}
