import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { Prose } from '~/ui/prose.tsx'

const pauseMs = 1_000
const shop = href('/all-products')

/** Redirects to the shop after a second, without script by a link; asks for nothing (P9). */
export default function Login() {
  const { isOnTheWay, goAfterPause } = usePausedNavigation()
  return (
    <Page
      narrow
      heading="ショップのログイン"
      lead={<p>ショップは会員登録なしで買えます。ログインもパスワードもいりません。</p>}
    >
      <PageMeta
        title="ショップのログイン"
        description="ショップは会員登録なしで買えます。そのまま生地とキットの売り場へお進みください。"
        noindex
      />
      <div>
        <ButtonLink to={shop} onClick={goAfterPause} aria-disabled={isOnTheWay || undefined}>
          {isOnTheWay ? '売り場へ移動しています…' : 'そのまま売り場へ進む'}
        </ButtonLink>
      </div>
      <p className="visually-hidden" role="status">
        {isOnTheWay ? '売り場へ移動しています。' : ''}
      </p>
      <Prose>
        <h2>作品を投稿する方へ</h2>
        <p>会員の登録とログインは、作品ギャラリーにあります。</p>
        <p>
          <ButtonLink to={href('/gallery/login')} look="secondary">
            ギャラリーのログインへ
          </ButtonLink>
        </p>
      </Prose>
    </Page>
  )
}

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

const usePausedNavigation = () => {
  const navigate = useNavigate()
  const [isOnTheWay, setOnTheWay] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const goAfterPause = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    if (isOnTheWay) return
    setOnTheWay(true)
    timer.current = setTimeout(() => void navigate(shop), pauseMs)
  }
  return { isOnTheWay, goAfterPause }
}
