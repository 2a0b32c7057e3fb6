import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { longestName } from '~/features/accounts/profile/display-name.rules.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { href } from '~/href.ts'
import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import { type SignInAnswer, type SignInView, signInAddress, signInViewOf } from '../sign-in.rules.ts'
import { signInFailures } from '../texts.ts'
import { NewPasswordFields } from './new-password-form.tsx'
import css from './sign-in-page.module.css'

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
export function SignInPage({
  answer,
  wanted,
}: {
  readonly answer: SignInAnswer | undefined
  readonly wanted: ReactNode
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
          {answer === undefined ? <NoticeBox /> : null}
          <div className={css.card}>
            <nav aria-label="ログインと会員登録" className={css.tabs}>
              <Tab view="sign-in" shown={view} way={way} />
              <Tab view="register" shown={view} way={way} />
            </nav>
            {wanted}
            <SignInForm view={view} answer={answer} />
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
}: {
  readonly view: SignInView
  readonly answer: SignInAnswer | undefined
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
        autoComplete={view === 'sign-in' ? 'username' : 'email'}
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
