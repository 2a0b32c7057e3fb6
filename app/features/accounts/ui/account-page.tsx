import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

export function AccountPage({
  heading,
  path,
  children,
}: {
  readonly heading: string
  readonly path: 'email' | 'password' | 'passkeys' | 'delete'
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
