import { data, Link, redirect } from 'react-router'
import { confirmByLink } from '~/features/accounts/commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { openedConfirmation } from '~/features/accounts/queries.server.ts'
import {
  type ConfirmPurpose,
  type OpenedConfirmation,
  readConfirmPurpose,
} from '~/features/accounts/rules.ts'
import { accountFailureText, confirmRefusals, whatOf } from '~/features/accounts/texts.ts'
import css from '~/features/accounts/ui/settings.module.css'
import { href } from '~/href.ts'
import type { Requester } from '~/kernel/actor.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import type { Route } from './+types/confirm-link'

// No no-referrer despite the secret address: without script the form would be posted with the origin null.
export const headers = () => ({ 'cache-control': 'no-store' })

const purposeOf = (text: string): ConfirmPurpose => {
  const purpose = readConfirmPurpose(text)
  if (purpose === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  return purpose
}

/** Shows the link's purpose; 410 for an expired one. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const purpose = purposeOf(params.purpose)
  const ctx = context.get(appContext)
  const confirmation = await readOrUnavailable(ctx, 'link of a mail', () =>
    openedConfirmation(ctx, ctx.actor, { purpose, token: params.token }),
  )
  const found = { purpose, confirmation: confirmation ?? null }
  return data(found, { status: confirmation === undefined ? 410 : 200 })
}

/** Carries out the link's purpose (A2, A12). */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const purpose = purposeOf(params.purpose)
  const password = fieldOf(await formOf(request), 'password')
  const used = await orFailed(ctx, () =>
    confirmByLink(ctx, ctx.actor, { purpose, token: params.token, password }),
  )
  if (used.ok) return answer(purpose, ctx)
  if (used.error === 'link_dead') return data({ isDead: true }, { status: 410 })
  const said = confirmRefusals(purpose)[used.error]
  return data({ isDead: false, ...asFormAnswer(said) }, { status: said.status })
}

const answer = (
  purpose: ConfirmPurpose,
  { actor, siteOrigin }: { readonly actor: Requester; readonly siteOrigin: string },
) => {
  if (purpose === 'verify')
    return redirect(
      actor.kind === 'member'
        ? href('/gallery/mypage', { tab: 'settings', notice: 'email-verified' })
        : href('/gallery/login', { notice: 'email-verified' }),
    )
  const notice = purpose === 'change' ? 'email-changed' : 'email-restored'
  const headers = { 'set-cookie': endedSessionCookie(siteOrigin) }
  return redirect(href('/gallery/login', { notice }), { headers })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ConfirmLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, confirmation } = loaderData
  const answer = useLastAnswer(actionData)
  if (confirmation === null || answer?.isDead) return <DeadLink purpose={purpose} />
  return <ConfirmLink confirmation={confirmation} {...answer} />
}

const headings: Readonly<Record<ConfirmPurpose, string>> = {
  verify: 'メールアドレスの確認',
  change: 'メールアドレスの変更の確認',
  revert: 'メールアドレスの変更の取り消し',
}

/** Only the button uses the link, as mail programs open links by themselves. */
function ConfirmLink({
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

function DeadLink({ purpose }: { readonly purpose: ConfirmPurpose }) {
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
