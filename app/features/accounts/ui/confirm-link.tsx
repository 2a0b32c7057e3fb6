import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import type { ConfirmPurpose, OpenedConfirmation } from '../rules.ts'
import { accountFailureText, whatOf } from '../texts.ts'
import css from './settings.module.css'

const headings: Readonly<Record<ConfirmPurpose, string>> = {
  verify: 'メールアドレスの確認',
  change: 'メールアドレスの変更の確認',
  revert: 'メールアドレスの変更の取り消し',
}

/** Only the button uses the link, as mail programs open links by themselves. */
export function ConfirmLink({
  confirmation: { purpose, email, name, asksPassword },
  failure,
  errors,
}: {
  readonly confirmation: OpenedConfirmation
  readonly failure?: string
  readonly errors?: { readonly password: string }
}) {
  const form = useFocusOnFirstError({ errors })
  return (
    <Page heading={headings[purpose]} narrow>
      <PageMeta title={headings[purpose]} noindex />
      <FormCard ref={form} failure={failure} failed={accountFailureText(whatOf(purpose), 'lost')}>
        <p className={css.fact}>
          <small>会員のお名前</small>
          <span>{name}</span>
        </p>
        <p className={css.fact}>
          <small>メールアドレス</small>
          <span>{email}</span>
        </p>
        {asksPassword ? (
          <PasswordField
            label="パスワード"
            name="password"
            autoComplete="current-password"
            error={errors?.password}
            hint={
              <>
                ご本人の確認のため、今のパスワードを入力してください。
                <Link to={href('/gallery/login', { view: 'reset' })}>お忘れの方はこちら</Link>
              </>
            }
          />
        ) : null}
        <Question purpose={purpose} />
      </FormCard>
    </Page>
  )
}

function Question({ purpose }: { readonly purpose: ConfirmPurpose }) {
  switch (purpose) {
    case 'verify':
      return (
        <>
          <p>ご自分で登録された覚えがない場合は、押さずにこのページを閉じてください。</p>
          <SubmitButton busy="確認しています…">確認する</SubmitButton>
        </>
      )
    case 'change':
      return (
        <>
          <p>変更すると、すべての端末からログアウトします。新しいメールアドレスでログインしてください。</p>
          <SubmitButton busy="変更しています…">このアドレスに変更する</SubmitButton>
        </>
      )
    case 'revert':
      return (
        <>
          <ul className={`stack-2 ${css.points}`}>
            <li>メールアドレスの変更を取り消し、上のアドレスに戻します。</li>
            <li>すべての端末からログアウトし、今のパスワードは使えなくなります。</li>
            <li>新しいパスワードを設定するためのメールを、上のアドレスにお送りします。</li>
          </ul>
          <SubmitButton look="danger" busy="取り消しています…">
            変更を取り消す
          </SubmitButton>
        </>
      )
  }
}

const ways: Readonly<Record<ConfirmPurpose, string>> = {
  verify:
    '確認が済んでいれば、このままお使いいただけます。まだのときは、ログインして、マイページの設定から確認メールをもう一度お送りください。',
  change: 'メールアドレスがまだ変わっていないときは、マイページの設定からもう一度お手続きください。',
  revert:
    'お心当たりのない変更があったときは、ログインページからパスワードを再設定するか、お問い合わせください。',
}

export function DeadLink({ purpose }: { readonly purpose: ConfirmPurpose }) {
  return (
    <Page heading="このリンクは使えません" narrow>
      <PageMeta title="このリンクは使えません" noindex />
      <p>すでに使われたか、有効な期間が過ぎています。</p>
      <p>{ways[purpose]}</p>
      <p className={`row-3 ${css.buttons}`}>
        <ButtonLink to={href('/gallery/mypage', { tab: 'settings' })}>マイページの設定へ</ButtonLink>
        <ButtonLink to={href('/contact')} look="secondary">
          お問い合わせ
        </ButtonLink>
      </p>
    </Page>
  )
}
