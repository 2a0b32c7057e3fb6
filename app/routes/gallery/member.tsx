import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { ownBlockOf } from '~/features/accounts/blocks/queries.server.ts'
import { blockNotice } from '~/features/accounts/blocks/texts.ts'
import { ProfileBlock } from '~/features/accounts/blocks/ui/profile-block.tsx'
import type { ProfileStats, ShownProfile } from '~/features/accounts/profile/form.rules.ts'
import { publicProfile } from '~/features/accounts/profile/queries.server.ts'
import { hasIntroduction, MemberHead, SelfIntroduction } from '~/features/accounts/profile/ui/member-look.tsx'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import css from '~/features/accounts/profile/ui/my-page.module.css'
import { cardsOfMemberPerPage, memberListingOf } from '~/features/recipes/list.rules.ts'
import { Missing } from '~/features/recipes/ui/failed-pages.tsx'
import {
  ListUnreachable,
  ListWait,
  readWithRetries,
  useLastGood,
} from '~/features/recipes/ui/list-reading.tsx'
import { RecipesOfMember } from '~/features/recipes/ui/member-recipes.tsx'
import { findRecipesOf } from '~/features/search/recipes.queries.server.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/member'

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const listing = memberListingOf(new URL(request.url).searchParams, cardsOfMemberPerPage)
  const read = await readOrFailure(ctx, 'member', async (db) => {
    const member = await publicProfile(db, params.userId)
    if (member === undefined) return undefined
    const [recipes, isBlocked] = await Promise.all([
      findRecipesOf({ db, actor: ctx.actor }, member.id, listing),
      ownBlockOf(db, ctx.actor, member.id),
    ])
    return { ...member, recipes, isBlocked }
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value === undefined) return data({ missing: true as const }, { status: 404 })
  const isOwn = ctx.actor.kind === 'member' && ctx.actor.id === read.value.id
  return { ...read.value, isOwn, listing }
}

export const clientLoader = ({ serverLoader, request }: Route.ClientLoaderArgs) =>
  readWithRetries(serverLoader, request.signal)

/** Keyed by member, so that a failed request never shows another member's list. */
export default function Member(props: Route.ComponentProps) {
  return <MemberPage key={props.params.userId} {...props} />
}

function MemberPage({ loaderData, params }: Route.ComponentProps) {
  const read = useLastGood(loaderData)
  if (read !== undefined && 'missing' in read) return <Missing what="member" />
  return (
    <>
      <ListWait path={href('/gallery/user/:userId', { userId: params.userId })} />
      <ListUnreachable data={loaderData} />
      {read === undefined ? (
        <Page narrow heading="会員の作品">
          <PageMeta title="会員の作品" noindex />
          <p>作品の一覧は、まだ読み込めていません。</p>
        </Page>
      ) : 'failure' in read ? (
        <Page narrow heading="会員の作品">
          <PageMeta title="会員の作品" noindex />
          <LoadFailure what="作品" {...read.failure} />
        </Page>
      ) : (
        <PublicMember
          id={read.id}
          isOwn={read.isOwn}
          profile={read.profile}
          stats={{ totalRecipes: read.recipes.totalRecipes, totalLikes: read.recipes.totalLikes }}
          isSearch={read.listing.q !== ''}
          block={
            read.isBlocked === null ? null : (
              <ProfileBlock member={read.id} name={read.profile.displayName} isBlocked={read.isBlocked} />
            )
          }
        >
          <RecipesOfMember
            memberId={read.id}
            cards={read.recipes.cards}
            total={read.recipes.total}
            totalRecipes={read.recipes.totalRecipes}
            listing={read.listing}
          />
        </PublicMember>
      )}
    </>
  )
}

/** Public facts only (A5); her introduction stays out of the meta (R38). */
function PublicMember({
  id,
  isOwn,
  profile,
  stats,
  isSearch,
  block,
  children,
}: {
  readonly id: string
  readonly isOwn: boolean
  readonly profile: ShownProfile
  readonly stats: ProfileStats
  readonly isSearch: boolean
  /** Of a signed-in reader, on another's page. */
  readonly block: ReactNode
  readonly children: ReactNode
}) {
  const heading = `${profile.displayName}さんの作品`
  return (
    <Page heading={heading}>
      <PageMeta
        title={heading}
        description={`${profile.displayName}さんが作品ギャラリーに投稿した作品${stats.totalRecipes}点と、そのつくり方をご覧いただけます。`}
        noindex={stats.totalRecipes === 0 || isSearch}
      />
      <NoticeBox noticeOf={blockNotice} />
      <MemberHead profile={profile} stats={stats} />
      {children}
      {hasIntroduction(profile) ? (
        <section className={css.introduction} aria-labelledby="self-introduction">
          <h2 id="self-introduction">自己紹介</h2>
          <SelfIntroduction profile={profile} />
        </section>
      ) : null}
      {block}
      {isOwn ? null : (
        <p>
          <Link
            className="tap small"
            rel="nofollow"
            to={href('/gallery/report/:kind/:thingId', { kind: 'profile', thingId: id })}
          >
            このプロフィールを通報する
          </Link>
        </p>
      )}
    </Page>
  )
}
