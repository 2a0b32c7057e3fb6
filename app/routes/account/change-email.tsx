import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { type EmailChangeRefusal, requestEmailChange } from '~/features/accounts/commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { accountSettings } from '~/features/accounts/queries.server.ts'
import { loginAgainPath, loginPath } from '~/features/accounts/sign-in.rules.ts'
import { accountFailureText, emailChangeRefusals, emailTexts } from '~/features/accounts/texts.ts'
import { AccountPage } from '~/features/accounts/ui/account-page.tsx'
import css from '~/features/accounts/ui/settings.module.css'
import { href } from '~/href.ts'
import { longestEmail, readEmail } from '~/kernel/email.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { useFocusOnFirstError, useFocusOnStep } from '~/ui/use-form-focus.ts'
import type { Route } from './+types/change-email'

const path = href('/gallery/mypage/email')

export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  if (actor.kind !== 'member') throw redirect(loginPath(path))
  const { email } = await readOrUnavailable(ctx, 'account', () => accountSettings(ctx, actor))
  return { email }
}

/** A12: takes the new address, asks for the password, then sends the mails. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind !== 'member') throw redirect(loginAgainPath(path))
  const form = await formOf(request)
  const typed: ChangeEmailState = { newEmail: fieldOf(form, 'newEmail') }
  if (fieldOf(form, 'step') === 'edit') return typed
  const read = readEmail(typed.newEmail)
  if (!read.ok) return data({ ...typed, errors: { newEmail: emailTexts[read.error] } }, { status: 422 })
  const { email } = await accountSettings(ctx, ctx.actor)
  if (read.value === email) return refusal('email_unchanged', typed.newEmail)
  if (fieldOf(form, 'step') !== 'confirm') return { newEmail: read.value, asksToConfirm: true }
  const asked = await orFailed(ctx, () =>
    requestEmailChange(ctx, ctx.actor, { newEmail: read.value, password: fieldOf(form, 'password') }),
  )
  if (!asked.ok) return refusal(asked.error, read.value)
  const headers = { 'set-cookie': endedSessionCookie(ctx.siteOrigin) }
  return redirect(href('/gallery/login', { notice: 'email-change-requested' }), { headers })
}

const refusal = (why: EmailChangeRefusal | 'failed', newEmail: string) => {
  if (why === 'not_signed_in') throw redirect(loginAgainPath(path))
  const said: Refusal = emailChangeRefusals[why]
  // The new address can only be corrected in the first step.
  const step = said.field === 'newEmail' ? {} : { asksToConfirm: true }
  return data<ChangeEmailState>({ newEmail, ...step, ...asFormAnswer(said) }, { status: said.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage heading="メールアドレスの変更" path="email">
      <ChangeEmailForm email={loaderData.email} state={useLastAnswer(actionData)} />
    </AccountPage>
  )
}

interface ChangeEmailState {
  readonly newEmail: string
  readonly asksToConfirm?: boolean
  readonly errors?: { readonly newEmail?: string; readonly password?: string }
  readonly failure?: string
}

const lost = accountFailureText('メールアドレスの変更', 'lost')

/** First the new address, then its confirmation with the password (A12). */
function ChangeEmailForm({
  email,
  state,
}: {
  readonly email: string
  readonly state: ChangeEmailState | undefined
}) {
  const form = useFocusOnFirstError(state)
  const isCorrected = state !== undefined && !state.asksToConfirm && state.errors === undefined
  // The button of アドレスを入力し直す has gone with its step.
  useEffect(() => {
    if (isCorrected) form.current?.querySelector<HTMLElement>('[name="newEmail"]')?.focus()
  }, [isCorrected, form])
  if (state?.asksToConfirm) return <ConfirmNewEmail state={state} />
  return (
    <FormCard ref={form} failure={state?.failure} failed={lost}>
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
        maxLength={longestEmail}
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
      <FormCard ref={form} failure={failure} failed={lost}>
        <input type="hidden" name="newEmail" value={newEmail} />
        <p ref={question} tabIndex={-1} className={css.question}>
          メールアドレスを <strong>{newEmail}</strong> に変更しますか？
        </p>
        <ul className={`stack-2 ${css.points}`}>
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
