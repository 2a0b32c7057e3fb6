import { useEffect } from 'react'
import { useLocation } from 'react-router'
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
    help: '数秒たってから、もう一度読み込んでください。カートの中身はそのまま残っています。',
  },
}
const unexpected = {
  heading: '申し訳ありません。エラーが発生しました',
  help: 'しばらくたってから、もう一度お試しください。カートの中身はそのまま残っています。',
}

/** `status` is the HTTP status; an unexpected one shows the request's number to quote. */
export function ErrorPage({ status }: { readonly status: number }) {
  const { heading, help } = texts[status] ?? unexpected
  const { pathname, search } = useLocation()
  const mayComeAgain = status === 503 || texts[status] === undefined
  // The heading may be above what the page that failed had in view.
  useEffect(goToHeading, [])
  return (
    <div className={css.page}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <h1>{heading}</h1>
      <p>{help}</p>
      {texts[status] ? null : <RequestNumberNote />}
      <p className={css.ways}>
        {mayComeAgain ? (
          <ButtonLink to={`${pathname}${search}`} reloadDocument>
            もう一度読み込む
          </ButtonLink>
        ) : null}
        <ButtonLink to="/" look={mayComeAgain ? 'secondary' : 'primary'}>
          トップページへ
        </ButtonLink>
        <ButtonLink to="/all-products" look="secondary">
          生地を見る
        </ButtonLink>
      </p>
    </div>
  )
}
