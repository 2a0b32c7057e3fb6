import { data, redirect } from 'react-router'
import { blockedMembers } from '~/features/accounts/blocks/queries.server.ts'
import { blockNotice } from '~/features/accounts/blocks/texts.ts'
import { BlockedMembers } from '~/features/accounts/blocks/ui/blocked-members.tsx'
import { orFailed } from '~/features/accounts/forms.server.ts'
import {
  myPageList,
  myPageMorePath,
  myPagePath,
  myPageTab,
} from '~/features/accounts/profile/my-page.rules.ts'
import { memberNotice } from '~/features/accounts/profile/notices.texts.ts'
import { ownProfile } from '~/features/accounts/profile/queries.server.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import {
  MyPageFrame,
  NoFavorites,
  NoOwnOrders,
  NoRecipes,
  ProfileTab,
} from '~/features/accounts/profile/ui/my-page.tsx'
import { accountSettings } from '~/features/accounts/queries.server.ts'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { LogoutForm } from '~/features/accounts/ui/logout-form.tsx'
import { Settings } from '~/features/accounts/ui/settings.tsx'
import { ordersOfMember } from '~/features/orders/queries.server.ts'
import { OwnOrders } from '~/features/orders/ui/own-orders.tsx'
import { favouritesOf, favouriteTotal } from '~/features/reactions/queries.server.ts'
import { Favourites } from '~/features/reactions/ui/favourites.tsx'
import { OwnRecipes } from '~/features/recipes/editor/ui/own-recipes.tsx'
import { recipeTotals } from '~/features/recipes/list.queries.server.ts'
import {
  memberListingOf,
  ownRecipesPath,
  ownRecipesPerPage,
  recipesPerPage,
} from '~/features/recipes/list.rules.ts'
import { deleteRecipe } from '~/features/recipes/posting.commands.server.ts'
import { findRecipesOf } from '~/features/search/recipes.queries.server.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import type { Member } from '~/kernel/actor.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext, type Services } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/my-page'

const ordersAtOnce = 5

/** Reads the counts, and the open tab only. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const { searchParams } = new URL(request.url)
  const tab = myPageTab(searchParams.get('tab'))
  if (actor.kind !== 'member') throw redirect(loginPath(myPagePath(tab)))
  const read = await readOrFailure(ctx, 'my page', async (db) => {
    const profile = await ownProfile(db, actor.id)
    if (profile === undefined) return undefined
    const stats = await recipeTotals(db, actor, actor.id)
    const counts = { recipes: stats.totalRecipes, favorites: await favouriteTotal(db, actor) }
    const head = { member: actor.id, profile, stats, counts }
    if (tab === 'profile') return { ...head, tab, orders: await shownOrders(ctx, actor, searchParams) }
    if (tab === 'recipes') {
      const listing = memberListingOf(searchParams, ownRecipesPerPage)
      const found = await findRecipesOf({ db, actor }, actor.id, listing)
      return { ...head, tab, recipes: { ...found, listing } }
    }
    if (tab === 'favorites') {
      const list = myPageList(tab, searchParams, { total: counts.favorites, pageSize: recipesPerPage })
      return { ...head, tab, kept: { ...list, favourites: await favouritesOf(db, actor, list.count) } }
    }
    const [settings, blocked] = await Promise.all([accountSettings(ctx, actor), blockedMembers(db, actor)])
    return { ...head, tab, settings, blocked }
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value === undefined) throw redirect(loginPath(myPagePath(tab)))
  return read.value
}

const shownOrders = async ({ db }: Services, member: Member, address: URLSearchParams) => {
  const count = cardCount(address.get('count'), ordersAtOnce)
  const { total, orders } = await ordersOfMember(db, member, count)
  const more = myPageMorePath('profile', { total, count, pageSize: ordersAtOnce })
  return { total, orders, more, emailVerified: member.emailVerified }
}

/** Deletes one of her recipes (R35); the list shows the result. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind !== 'member') return redirect(loginPath(myPagePath('recipes')))
  const form = await formOf(request)
  const list = ownRecipesPath(memberListingOf(new URL(request.url).searchParams, ownRecipesPerPage))
  const deleted = await orFailed(ctx, () => deleteRecipe(ctx, ctx.actor, fieldOf(form, 'recipeId')))
  return redirect(`${list}&notice=${deleted.ok ? 'recipe-deleted' : 'recipe-not-deleted'}`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function MyPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page heading="マイページ">
      <PageMeta title="マイページ" noindex />
      <NoticeBox noticeOf={(name) => memberNotice(name) ?? blockNotice(name)} />
      {'failure' in loaderData ? (
        <LoadFailure what="マイページ" {...loaderData.failure} />
      ) : (
        <MyPageFrame {...loaderData}>
          <OpenTab page={loaderData} />
        </MyPageFrame>
      )}
    </Page>
  )
}

type LoadedPage = Exclude<Route.ComponentProps['loaderData'], { failure: unknown }>

function OpenTab({ page }: { readonly page: LoadedPage }) {
  if ('settings' in page)
    return <Settings settings={page.settings} blocks={<BlockedMembers members={page.blocked} />} />
  if ('recipes' in page) return <OwnRecipes {...page.recipes} none={<NoRecipes />} />
  if ('kept' in page) return <Favourites {...page.kept} none={<NoFavorites />} />
  const { emailVerified, ...orders } = page.orders
  return (
    <ProfileTab
      {...page}
      logout={<LogoutForm />}
      orders={<OwnOrders {...orders} none={<NoOwnOrders emailVerified={emailVerified} />} />}
    />
  )
}
