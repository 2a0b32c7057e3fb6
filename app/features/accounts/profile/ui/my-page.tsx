import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Tabs } from '~/ui/tabs.tsx'
import { type MyPageCounts, type MyPageTab, myPagePath, myPageTabs } from '../my-page.rules.ts'
import type { ProfileStats, ShownProfile } from '../profile.rules.ts'
import { MemberHead } from './member-look.tsx'
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
