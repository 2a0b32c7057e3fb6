import type { ReactNode } from 'react'
import { isRouteErrorResponse, Link, NavLink, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { memberFace } from '~/features/accounts/profile/queries.server.ts'
import { type MemberFace, memberFaceOf } from '~/features/accounts/profile/rules.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { PaymentNotice } from '~/features/orders/checkout/ui/payment-notice.tsx'
import { ShopClosureProvider } from '~/features/products/ui/shop-closure.tsx'
import { GalleryUnavailable } from '~/features/recipes/ui/failed-pages.tsx'
import { href, isAt } from '~/href.ts'
import { mayCurate } from '~/kernel/actor.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext, wayToDeskContext } from '~/services.server.ts'
import { ErrorPage } from '~/ui/error-page.tsx'
import { Icon, type IconName } from '~/ui/icon.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/gallery-layout'
import { closedMessage } from './closed-message.server.ts'
import { GalleryHeader } from './gallery-header.tsx'
import css from './gallery-layout.module.css'
import { WayToDesk } from './way-to-desk.tsx'

const support = [
  { to: href('/legal'), name: '特定商取引法に基づく表記' },
  {
    to: href('/privacy'),
    name: (
      <>
        プライバシー
        <wbr />
        ポリシー
      </>
    ),
  },
  { to: href('/terms'), name: '利用規約' },
  { to: href('/contact'), name: 'お問い合わせ' },
]

const tabs: ReadonlyArray<{ to: string; name: string; icon: IconName; post?: true }> = [
  { to: href('/gallery'), name: 'ホーム', icon: 'gallery' },
  { to: href('/gallery/search'), name: 'さがす', icon: 'search' },
  { to: href('/gallery/upload'), name: '投稿', icon: 'plus', post: true },
  { to: href('/gallery/mypage'), name: 'マイページ', icon: 'member' },
]

const readsAlone = (path: string) =>
  isAt(path, [
    '/gallery',
    '/gallery/search',
    '/gallery/user/:userId',
    '/gallery/detail/:recipeId',
    '/gallery/recipe-edit/:recipeId',
  ])

/** Not for lists and recipes, which show failures of their own request; a failure of this loader ends in an error page. */
export const shouldRevalidate = ({
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && readsAlone(nextUrl.pathname) ? false : defaultShouldRevalidate

interface FrameFacts {
  readonly closed: string | null
  /** The signed-in member's name and photograph only (A5). */
  readonly viewer: MemberFace | null
  /** Whether to link to the admin page. */
  readonly curates: boolean
  /** Where a person of the desk was there; for everybody else there is no such field (N99). */
  readonly desk?: string
}

export const loader = async ({ context }: Route.LoaderArgs): Promise<FrameFacts> => {
  const ctx = context.get(appContext)
  const viewerOf = async () => {
    const read = await readOrFailure(ctx, 'member of the frame', async (db) => {
      const { actor } = ctx
      const member = actor.kind === 'member' ? actor.id : actor.kind === 'curator' && actor.signedInAs
      return { viewer: member ? await memberFace(db, member) : null, curates: mayCurate(actor) }
    })
    return read.ok ? read.value : { viewer: memberFaceOf('', null), curates: false }
  }
  const [closed, viewer] = await Promise.all([closedMessage(ctx), viewerOf()])
  const desk = context.get(wayToDeskContext)
  return { closed, ...viewer, ...(desk === null ? {} : { desk }) }
}

/** Without the shop's header and footer, but with its cart and legal links (P10). */
export default function GalleryLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame facts={loaderData}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame facts={loaderData ?? { closed: null, viewer: null, curates: false }}>
      {isRouteErrorResponse(error) && error.status === 503 ? (
        <GalleryUnavailable />
      ) : (
        <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} frame="gallery" />
      )}
    </Frame>
  )
}

function Frame({ facts, children }: { readonly facts: FrameFacts; readonly children: ReactNode }) {
  const { name: shopName } = useSiteFacts()
  return (
    <ShopClosureProvider value={facts.closed}>
      <a href="#main">本文へ移動</a>
      {facts.desk === undefined ? null : <WayToDesk to={facts.desk} className={css.way} />}
      <GalleryHeader viewer={facts.viewer} curates={facts.curates} />
      <main id="main">
        <PaymentNotice />
        <NoticeBox inFrame />
        {children}
      </main>
      <footer className={css.footer}>
        <p className={css.shop}>
          <Link to={href('/gallery/main-site')}>{shopName}の売り場へ</Link>
        </p>
        <ul className={css.support}>
          {support.map(({ to, name }) => (
            <li key={to}>
              <Link to={to}>{name}</Link>
            </li>
          ))}
        </ul>
      </footer>
      <nav aria-label="ギャラリー" className={css.tabs}>
        {tabs.map(({ to, name, icon, post }) => (
          <NavLink key={to} to={to} end className={`${css.tab} ${post ? css.post : ''}`}>
            <Icon name={icon} />
            {name}
          </NavLink>
        ))}
      </nav>
    </ShopClosureProvider>
  )
}
