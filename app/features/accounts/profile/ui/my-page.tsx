import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Tabs } from '~/ui/tabs.tsx'
import type { ProfileStats, ShownProfile } from '../form.rules.ts'
import { type MyPageCounts, type MyPageTab, myPagePath, myPageTabs } from '../my-page.rules.ts'
import { hasIntroduction, MemberHead, SelfIntroduction } from './member-look.tsx'
import css from './my-page.module.css'

const tabNames: Readonly<Record<MyPageTab, string>> = {
  profile: 'プロフィール',
  recipes: '作品',
  favorites: '保存した作品',
  settings: '設定',
}

export function MyPageFrame({
  profile,
  stats,
  counts,
  tab,
  children,
}: {
  readonly profile: Pick<ShownProfile, 'displayName' | 'photoURL' | 'joinDate'>
  readonly stats: ProfileStats
  readonly counts: MyPageCounts
  readonly tab: MyPageTab
  readonly children: ReactNode
}) {
  return (
    <div className="stack-5">
      <MemberHead profile={profile} stats={stats} />
      <Tabs
        label="マイページの中"
        tabs={myPageTabs.map((each) => ({
          to: myPagePath(each),
          name: tabNames[each],
          isOpen: each === tab,
          ...(each === 'recipes' || each === 'favorites' ? { count: counts[each] } : {}),
        }))}
      />
      <section className={css.body} aria-labelledby="open-tab">
        <h2 id="open-tab" className="visually-hidden">
          {tabNames[tab]}
        </h2>
        {tab === 'favorites' ? <WhereWishesAre /> : null}
        {children}
      </section>
    </div>
  )
}

/** The gallery's and the shop's hearts are kept in two places. */
function WhereWishesAre() {
  return (
    <p>
      お店の生地とキットは、この端末の
      <Link to={href('/wishlist')} className={css.whole}>
        気になるリスト
      </Link>
      にあります。
    </p>
  )
}

export function NoRecipes() {
  return (
    <EmptyBox>
      <p>まだ作品がありません。</p>
      <p>つくったものの写真とつくり方を、はじめての作品として紹介してみませんか。</p>
      <p>
        <ButtonLink to={href('/gallery/upload')}>最初の作品を投稿する</ButtonLink>
      </p>
    </EmptyBox>
  )
}

export function NoFavorites() {
  return (
    <EmptyBox>
      <p>保存した作品はまだありません。</p>
      <p>気になった作品を保存すると、ここに並びます。</p>
      <p>
        <ButtonLink to={href('/gallery')} look="secondary">
          ギャラリーを見る
        </ButtonLink>
      </p>
    </EmptyBox>
  )
}

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
