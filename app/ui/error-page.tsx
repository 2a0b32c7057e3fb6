import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from './button.tsx'
import css from './error-page.module.css'
import { goToHeading } from './focus-heading.ts'
import { RequestNumberNote } from './request-number.tsx'

const texts: Readonly<Record<number, { readonly heading: string; readonly help: string }>> = {
  400: {
    heading: 'このアドレスは開けません',
    help: 'アドレスに使えない内容が含まれています。下のボタンからお進みください。',
  },
  404: {
    heading: 'ページが見つかりません',
    help: 'アドレスが変わったか、ページがなくなった可能性があります。',
  },
  405: { heading: 'この操作には対応していません', help: 'お店のページからもう一度お試しください。' },
  429: {
    heading: '操作が続いたため、少しお待ちください',
    help: 'しばらく時間をおいてから、もう一度お試しください。',
  },
  503: {
    heading: 'ただいま混み合っています',
    help: '数秒たってから、もう一度読み込んでください。',
  },
}
const unexpected = {
  heading: '申し訳ありません。エラーが発生しました',
  help: 'しばらくたってから、もう一度お試しください。',
}

const ways = {
  shop: [
    { to: href('/'), name: 'トップページへ' },
    { to: href('/all-products'), name: '生地を見る' },
  ],
  desk: [{ to: href('/admin'), name: 'きょうの画面へ' }],
  gallery: [
    { to: href('/gallery'), name: 'ギャラリーのホームへ' },
    { to: href('/gallery/search'), name: '作品をさがす' },
  ],
} as const

const unanswered = {
  heading: 'つながりませんでした',
  help: 'インターネットへの接続をお確かめのうえ、もう一度読み込んでください。',
}

/** `status` is the HTTP status; an unexpected one shows the request's number. `frame` decides where its links lead. */
export function ErrorPage({
  status,
  frame = 'shop',
  isOffline = false,
  signIn = null,
}: {
  readonly status: number
  readonly frame?: keyof typeof ways
  /** Nothing was answered. */
  readonly isOffline?: boolean
  /** Where the page may exist for who signs in. */
  readonly signIn?: { readonly to: string; readonly help: string } | null
}) {
  const { heading, help } = isOffline ? unanswered : (texts[status] ?? unexpected)
  const { pathname, search } = useLocation()
  const mayComeAgain = status === 503 || texts[status] === undefined
  // The failed page may have been scrolled, and the heading out of view.
  useEffect(goToHeading, [])
  return (
    <div className={css.page}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <h1>{heading}</h1>
      <p>
        {help}
        {mayComeAgain && frame === 'shop' ? 'カートの中身はそのまま残っています。' : null}
      </p>
      {isOffline || texts[status] ? null : <RequestNumberNote />}
      {signIn === null ? null : <p>{signIn.help}</p>}
      <p className="row-3">
        {signIn === null ? null : <ButtonLink to={signIn.to}>ログイン</ButtonLink>}
        {mayComeAgain ? (
          <ButtonLink to={`${pathname}${search}`} reloadDocument>
            もう一度読み込む
          </ButtonLink>
        ) : null}
        {ways[frame].map(({ to, name }, at) => (
          <ButtonLink
            key={to}
            to={to}
            look={mayComeAgain || signIn !== null || at > 0 ? 'secondary' : 'primary'}
          >
            {name}
          </ButtonLink>
        ))}
      </p>
    </div>
  )
}
