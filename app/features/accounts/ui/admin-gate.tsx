import { useEffect, useRef } from 'react'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { loginPath } from '../sign-in.rules.ts'
import { gateTexts } from '../texts.ts'

/** Asks for the gate's password, or says that only an admin's sign-in opens the page (A3). */
export function AdminGate({
  isOn,
  isMember,
  address,
  answer,
}: {
  readonly isOn: boolean
  readonly isMember: boolean
  readonly address: string
  readonly answer: { readonly wrong?: string; readonly failed?: string } | undefined
}) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector('input')?.focus()
  }, [answer])
  return (
    <Page narrow heading="ギャラリーの管理" lead={<p>ここから先は、お店の管理者のための画面です。</p>}>
      <PageMeta title="ギャラリーの管理" description="お店の管理者のための画面です。" noindex />
      {isOn ? (
        <div ref={form}>
          <FormCard failure={answer?.failed} failed={gateTexts.failed}>
            <PasswordField
              label="管理用パスワード"
              name="password"
              autoComplete="current-password"
              error={answer?.wrong}
            />
            <SubmitButton busy="確認しています…">開く</SubmitButton>
          </FormCard>
        </div>
      ) : (
        <p>
          この画面は、管理者のアカウントでログインすると開きます（管理用パスワードは設定されていません）。
        </p>
      )}
      {isMember ? (
        <p>いまログインしているアカウントには、管理者の権限がありません。</p>
      ) : (
        <p>
          <ButtonLink to={loginPath(address)} look="secondary">
            管理者としてログイン
          </ButtonLink>
        </p>
      )}
    </Page>
  )
}
