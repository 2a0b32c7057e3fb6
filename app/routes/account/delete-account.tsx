import { data, redirect } from 'react-router'
import { deleteAccount } from '~/features/accounts/commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { loginAgainPath, loginPath } from '~/features/accounts/sign-in.rules.ts'
import { accountFailureText, accountTexts, deletionRefusals } from '~/features/accounts/texts.ts'
import { AccountPage } from '~/features/accounts/ui/account-page.tsx'
import css from '~/features/accounts/ui/settings.module.css'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { useFocusOnFirstError, useFocusOnStep } from '~/ui/use-form-focus.ts'
import type { Route } from './+types/delete-account'

const path = href('/gallery/mypage/delete')

export const loader = ({ context }: Route.LoaderArgs) => {
  if (context.get(appContext).actor.kind !== 'member') throw redirect(loginPath(path))
  return null
}

/** A17: requires both confirmations, then deletes the account. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind !== 'member') throw redirect(loginAgainPath(path))
  const form = await formOf(request)
  if (fieldOf(form, 'understood') !== 'yes')
    return data({ errors: { understood: accountTexts.notUnderstood } }, { status: 422 })
  if (fieldOf(form, 'step') !== 'delete') return { asksPassword: true }
  const deleted = await orFailed(ctx, () =>
    deleteAccount(ctx, ctx.actor, { password: fieldOf(form, 'password') }),
  )
  if (deleted.ok) {
    const headers = { 'set-cookie': endedSessionCookie(ctx.siteOrigin) }
    return redirect(href('/gallery', { notice: 'account-deleted' }), { headers })
  }
  if (deleted.error === 'not_signed_in') throw redirect(loginAgainPath(path))
  const said = deletionRefusals[deleted.error]
  return data<DeleteAccountState>({ ...asFormAnswer(said), asksPassword: true }, { status: said.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function DeleteAccount({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage heading="アカウントの削除" path="delete">
      <DeleteAccountForm state={useLastAnswer(actionData)} />
    </AccountPage>
  )
}

interface DeleteAccountState {
  readonly asksPassword?: boolean
  readonly errors?: { readonly understood?: string; readonly password?: string }
  readonly failure?: string
}

const lost = accountFailureText('アカウントの削除', 'lost')

/** Two confirmations (A17): what goes and what stays, then the password. */
function DeleteAccountForm({ state }: { readonly state: DeleteAccountState | undefined }) {
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
