import type { ReactNode } from 'react'
import { data, Link, redirect, redirectDocument, useSearchParams } from 'react-router'
import { signInFields, submitSignInForm } from '~/features/accounts/forms.server.ts'
import { submitPasskey } from '~/features/accounts/passkeys/endpoint.server.ts'
import { PasskeySignIn } from '~/features/accounts/passkeys/ui/passkey-sign-in.tsx'
import { longestName } from '~/features/accounts/profile/display-name.rules.ts'
import { memberNotice } from '~/features/accounts/profile/notices.texts.ts'
import { noticeAfter } from '~/features/accounts/profile/recipe-notices.texts.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import {
  returnPath,
  type SignInAnswer,
  type SignInView,
  signInAddress,
  signInViewOf,
} from '~/features/accounts/sign-in.rules.ts'
import { signInFailures } from '~/features/accounts/texts.ts'
import { NewPasswordFields } from '~/features/accounts/ui/new-password-form.tsx'
import { doWanted } from '~/features/reactions/endpoint.server.ts'
import { toldReaction, wantedReaction } from '~/features/reactions/rules.ts'
import { wantedTexts } from '~/features/reactions/texts.ts'
import { href, isBelow } from '~/href.ts'
import { isDeskPath, mayReturnTo } from '~/requested-address.ts'
import { passkeyHost } from '~/server/auth/passkey-checks.ts'
import { errorFields } from '~/server/log.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { browserOf } from '~/server/session/known-device.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import type { Route } from './+types/login'
import css from './login.module.css'

/** The page is the same for all visitors; a member is redirected (A15). */
export const loader = ({ request, context }: Route.LoaderArgs) => {
  const next = new URL(request.url).searchParams.get('next')
  const { actor, siteOrigin } = context.get(appContext)
  if (actor.kind !== 'member') return { passkeys: passkeyHost(siteOrigin) !== undefined }
  const path = returnPath(next, mayReturnTo)
  return wayTo(path)(path)
}

/** Signs in, registers, or sends a reset link, depending on `view`. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const [view, next, wanted] = [
    signInViewOf(searchParams),
    searchParams.get('next'),
    searchParams.get('wanted'),
  ]
  const fields = await signInFields(request)
  const typed = { name: fields.name, email: fields.email }
  try {
    const browser = browserOf(request, ctx)
    const submitted =
      view === 'sign-in' && fields.passkey !== ''
        ? await submitPasskey(ctx, fields.passkey, browser)
        : await submitSignInForm[view](ctx, fields, browser)
    if (submitted.ok) {
      if (view === 'reset') return redirect(signInAddress(view, { next, wanted, notice: 'reset-sent' }))
      const { token, cookies = [] } = submitted.value ?? {}
      const path = returnPath(next, mayReturnTo)
      const wish = toldReaction({ next, path }, wanted)
      const done = wish && { kind: wish.kind, outcome: await doWanted(ctx, token, wish) }
      const shown = withNotice(path, noticeAfter(view, done))
      return wayTo(shown)(shown, { headers: headersWithCookies(cookies) })
    }
    const { status, ...answer } = submitted.error
    return data<SignInAnswer>({ typed, ...answer }, { status })
  } catch (error) {
    ctx.log.error('a form of the sign-in page failed', { view, ...errorFields(error) })
    return data<SignInAnswer>({ typed, failure: signInFailures[view] }, { status: 503 })
  }
}

/** The desk answers outsiders with a page that the client's router does not know, so that needs a document request. */
const wayTo = (path: string) => (isDeskPath(path) ? redirectDocument : redirect)

/** Pages of the shop show none. */
const withNotice = (path: string, notice: string | undefined): string => {
  const url = new URL(path, 'https://site.invalid')
  if (notice === undefined || !isBelow(url.pathname, '/gallery')) return path
  url.searchParams.set('notice', notice)
  return `${url.pathname}${url.search}${url.hash}`
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <SignInPage
      answer={useLastAnswer(actionData)}
      wanted={<AfterSignIn search={search} />}
      passkeys={loaderData.passkeys}
    />
  )
}

function AfterSignIn({ search }: { readonly search: URLSearchParams }) {
  const [path = ''] = (search.get('next') ?? '').split('?', 1)
  if (!isDeskPath(path)) return <WantedNotice search={search} />
  if (signInViewOf(search) !== 'sign-in') return null
  return (
    <Notice>
      ログインすると、お探しのページに進みます。お店の方には、続けてコードか顔・指紋をお尋ねします。
    </Notice>
  )
}

/** On the sign-in page: what is done for who signs in there, and the way without it (R47). */
function WantedNotice({ search }: { readonly search: URLSearchParams }) {
  const [view, next] = [signInViewOf(search), search.get('next')]
  const wanted = wantedReaction(next ?? '', search.get('wanted'))
  if (wanted === undefined || view === 'reset') return null
  const [kept, left] = [wantedTexts[wanted.kind], wanted.kind === 'like' ? '付けずに' : '保存せずに']
  return (
    <Notice
      actions={
        <ButtonLink to={signInAddress(view, { next })} look="secondary" replace>
          {left}進む
        </ButtonLink>
      }
    >
      {view === 'register' ? '登録' : 'ログイン'}が済むと、お選びの{kept}、そのページに戻ります。
    </Notice>
  )
}

interface Words {
  readonly heading: string
  readonly description: string
  readonly submit: string
  readonly busy: string
}

const words: Readonly<Record<SignInView, Words>> = {
  'sign-in': {
    heading: 'ログイン',
    description: '作品ギャラリーの会員の方のログインページです。',
    submit: 'ログイン',
    busy: 'ログインしています…',
  },
  register: {
    heading: '会員登録',
    description: '作品ギャラリーの会員登録ページです。作品の投稿や保存ができるようになります。',
    submit: '登録する',
    busy: '登録しています…',
  },
  reset: {
    heading: 'パスワードの再設定',
    description: '作品ギャラリーのパスワードをお忘れの方のためのページです。',
    submit: 'メールを送る',
    busy: '送信しています…',
  },
}

/** `?view=` chooses the form; without script the tabs are links. `wanted` tells what is done afterwards, above the form (R47). */
function SignInPage({
  answer,
  wanted,
  passkeys,
}: {
  readonly answer: SignInAnswer | undefined
  readonly wanted: ReactNode
  /** Whether the shop's address allows them. */
  readonly passkeys: boolean
}) {
  const [search] = useSearchParams()
  const view = signInViewOf(search)
  const way = { next: search.get('next'), wanted: search.get('wanted') }
  const { heading, description } = words[view]
  return (
    <Page heading={heading}>
      <PageMeta title={heading} description={description} noindex={view !== 'sign-in'} />
      <div className={css.columns}>
        <div className={css.forms}>
          {answer === undefined ? <NoticeBox noticeOf={memberNotice} /> : null}
          <div className={css.card}>
            <nav aria-label="ログインと会員登録" className={css.tabs}>
              <Tab view="sign-in" shown={view} way={way} />
              <Tab view="register" shown={view} way={way} />
            </nav>
            {wanted}
            <SignInForm view={view} answer={answer} passkeys={passkeys && view === 'sign-in'} />
            {view === 'register' ? null : <OtherWay view={view} way={way} />}
          </div>
        </div>
        <Benefits />
      </div>
    </Page>
  )
}

interface Shown {
  readonly view: SignInView
  readonly way: Parameters<typeof signInAddress>[1]
}

function Tab({ view, shown, way }: Shown & { readonly shown: SignInView }) {
  return (
    <Link
      to={signInAddress(view, way)}
      replace
      preventScrollReset
      aria-current={view === shown ? 'page' : undefined}
    >
      {words[view].heading}
    </Link>
  )
}

/** One e-mail field for all three forms, so that switching keeps what was typed. */
function SignInForm({
  view,
  answer,
  passkeys,
}: {
  readonly view: SignInView
  readonly answer: SignInAnswer | undefined
  readonly passkeys: boolean
}) {
  const form = useFocusOnFirstError(answer)
  const { typed, errors } = answer ?? {}
  return (
    <FormCard ref={form} failure={answer?.failure} failed={signInFailures[view]}>
      {view === 'reset' ? (
        <p>登録したメールアドレスに、新しいパスワードを設定するためのリンクをお送りします。</p>
      ) : null}
      {view === 'register' ? (
        <TextField
          label="表示名"
          name="name"
          autoComplete="nickname"
          required
          hint={`${longestName}文字以内。作品やコメントとともに公開されます。本名でなくてかまいません。`}
          defaultValue={typed?.name}
          error={errors?.name}
        />
      ) : null}
      <TextField
        key="email"
        label="メールアドレス"
        name="email"
        type="email"
        inputMode="email"
        autoComplete={passkeys ? 'username webauthn' : view === 'sign-in' ? 'username' : 'email'}
        required
        hint={view === 'register' ? '公開されません。確認のメールをお送りします。' : undefined}
        defaultValue={typed?.email}
        error={errors?.email}
      />
      {view === 'sign-in' ? (
        <PasswordField
          label="パスワード"
          name="password"
          autoComplete="current-password"
          error={errors?.password}
        />
      ) : null}
      {view === 'register' ? <NewPasswordFields label="パスワード" errors={errors} /> : null}
      {view === 'register' ? (
        <p className="soft">
          登録すると、<Link to={href('/terms')}>利用規約</Link>と
          <Link to={href('/privacy')}>プライバシーポリシー</Link>
          に同意したことになります。
        </p>
      ) : null}
      <SubmitButton busy={words[view].busy}>{words[view].submit}</SubmitButton>
      {passkeys ? <PasskeySignIn /> : null}
    </FormCard>
  )
}

function OtherWay({ view, way }: Shown) {
  return (
    <p>
      {view === 'reset' ? (
        <Link to={signInAddress('sign-in', way)} className="tap">
          ログインに戻る
        </Link>
      ) : (
        <Link to={signInAddress('reset', way)} className="tap">
          パスワードをお忘れの方
        </Link>
      )}
    </p>
  )
}

function Benefits() {
  return (
    <aside className={css.aside} aria-labelledby="benefits-heading">
      <h2 id="benefits-heading">会員になるとできること</h2>
      <ul>
        <li>つくった作品を写真とつくり方で投稿する</li>
        <li>気に入った作品を保存する</li>
        <li>いいねやコメントで感想を伝える</li>
      </ul>
      <p>
        布やキットのお買い物に、会員登録は要りません。
        <br />
        <Link to={href('/all-products')} className="tap">
          そのまま生地を見る
        </Link>
      </p>
    </aside>
  )
}
