import type { ReactNode } from 'react'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { ProfileStats, ShownProfile } from '../profile.rules.ts'
import { hasIntroduction, MemberHead, SelfIntroduction } from './member-look.tsx'
import css from './my-page.module.css'

/** Public facts only (A5); her introduction stays out of the meta (R38). */
export function PublicMember({
  profile,
  stats,
  children,
}: {
  readonly profile: ShownProfile
  readonly stats: ProfileStats
  readonly children: ReactNode
}) {
  const heading = `${profile.displayName}さんの作品`
  return (
    <Page heading={heading}>
      <PageMeta
        title={heading}
        description={`${profile.displayName}さんが作品ギャラリーに投稿した作品${stats.totalRecipes}点と、そのつくり方をご覧いただけます。`}
        noindex={stats.totalRecipes === 0}
      />
      <MemberHead profile={profile} stats={stats} />
      {children}
      {hasIntroduction(profile) ? (
        <section className={css.introduction} aria-labelledby="self-introduction">
          <h2 id="self-introduction">自己紹介</h2>
          <SelfIntroduction profile={profile} />
        </section>
      ) : null}
    </Page>
  )
}
