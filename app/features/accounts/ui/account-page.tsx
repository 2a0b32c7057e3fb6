import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useFocusOnFirstError, useFocusOnStep } from '~/ui/use-form-focus.ts'
import { accountFailureText } from '../texts.ts'
import css from './settings.module.css'

export function AccountPage({
  heading,
  path,
  children,
}: {
  readonly heading: string
  readonly path: 'email' | 'password' | 'delete'
  readonly children: ReactNode
}) {
  const steps = [
    { name: '作品ギャラリー', to: href('/gallery') },
    { name: 'マイページ', to: href('/gallery/mypage') },
    { name: heading, to: href(`/gallery/mypage/${path}`) },
  ]
  return (
    <Page heading={heading} steps={steps} narrow>
      <PageMeta title={heading} noindex />
      {children}
      <p>
        <Link to={href('/gallery/mypage', { tab: 'settings' })} className="tap">
          設定に戻る
        </Link>
      </p>
    </Page>
  )
}

export interface ChangeEmailState {
  readonly newEmail: string
  readonly asksToConfirm?: boolean
  readonly errors?: { readonly newEmail?: string; readonly password?: string }
  readonly failure?: string
}

const lost = accountFailureText('メールアドレスの変更', 'lost')

/** First the new address, then its confirmation with the password (A12). */
export function ChangeEmailForm({
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
