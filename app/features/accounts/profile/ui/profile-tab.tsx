import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { myPagePath } from '../my-page.rules.ts'
import type { ShownProfile } from '../profile.rules.ts'
import { hasIntroduction, SelfIntroduction } from './member-look.tsx'
import css from './my-page.module.css'

/** `orders` shows her own orders (S23). */
export function ProfileTab({
  member,
  profile,
  logout,
  orders,
}: {
  readonly member: string
  readonly profile: ShownProfile
  readonly logout: ReactNode
  readonly orders: ReactNode
}) {
  return (
    <div className={css.parts}>
      <div className={css.buttons}>
        <ButtonLink to={href('/gallery/upload')}>新しい作品を投稿</ButtonLink>
        <ButtonLink to={href('/gallery/profile-edit')} look="secondary">
          プロフィールを編集
        </ButtonLink>
        <ButtonLink to={href('/gallery/user/:userId', { userId: member })} look="secondary">
          公開ページを見る
        </ButtonLink>
        {logout}
      </div>
      <section className={css.introduction} aria-labelledby="self-introduction">
        <h2 id="self-introduction">自己紹介</h2>
        {hasIntroduction(profile) ? (
          <SelfIntroduction profile={profile} />
        ) : (
          <p>
            まだ書かれていません。
            <Link to={href('/gallery/profile-edit')} className={css.whole}>
              プロフィールを編集
            </Link>
            すると、作品を見た方にあなたのことが伝わります。
          </p>
        )}
      </section>
      {orders}
    </div>
  )
}

export function NoOwnOrders({ emailVerified }: { readonly emailVerified: boolean }) {
  return emailVerified ? (
    <p>
      このメールアドレスでのご注文は、まだありません。<Link to={href('/all-products')}>生地を見る</Link>
    </p>
  ) : (
    <p>
      メールアドレスの確認が済むと、同じメールアドレスでのご注文をここで見られます。登録のときにお送りしたメールのリンクを開いてください。メールは
      <Link to={myPagePath('settings')}>設定</Link>からもう一度送れます。
    </p>
  )
}
