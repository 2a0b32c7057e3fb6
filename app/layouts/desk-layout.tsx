import { type ReactNode, useEffect } from 'react'
import { data, isRouteErrorResponse, Outlet, redirect } from 'react-router'
import { deskCardSources, deskListsToName } from '~/brought-by-features.server.ts'
import { hasPasskey } from '~/features/desk/access/door.queries.server.ts'
import { PasskeyOffer } from '~/features/desk/access/ui/passkey-button.tsx'
import { DeskCards } from '~/features/desk/ui/desk-cards.tsx'
import { DeskPlaces } from '~/features/desk/ui/desk-places.tsx'
import { DeskRail } from '~/features/desk/ui/desk-rail.tsx'
import { DeskSearch } from '~/features/desk/ui/desk-search.tsx'
import { viewsFor, viewsHere } from '~/features/desk/views/queries.server.ts'
import { href, isAt } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { readDeskCards } from '~/server/desk-cards.ts'
import { appContext } from '~/services.server.ts'
import { DeskLists } from '~/ui/desk-lists.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { ErrorPage } from '~/ui/error-page.tsx'
import { Notice } from '~/ui/notice.tsx'
import { OwnViewsOfList } from '~/ui/own-views.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/desk-layout'
import css from './desk-layout.module.css'
import { deskWayAfter, deskWayIn } from './desk-way.server.ts'
import { hiddenAnswer } from './hidden-answer.ts'

/** Layout of the desk; the request handler lets only desk people get here (N6). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ url, request, context }, next) => {
    const { actor, siteOrigin } = context.get(appContext)
    if (actor.kind === 'desk') {
      const response = await next()
      const cookies = { cookie: request.headers.get('cookie'), siteOrigin, sessionId: actor.sessionId }
      const way = request.method === 'GET' && response.status === 200 ? deskWayAfter(cookies, url) : null
      if (way !== null) response.headers.append('set-cookie', way)
      return response
    }
    if (isAt(url.pathname, ['/admin/enter', '/admin/passkey', '/admin/join/:token'])) return next()
    if (actor.kind !== 'member') throw data(null, { status: 404 })
    if (request.method === 'POST' && new URL(request.url).pathname.endsWith('.data'))
      throw data(null, { status: 401 })
    throw redirect(href('/admin/enter', { next: `${url.pathname}${url.search}` }))
  },
]

/** Data shared by bar, rail and きょう, read once. */
export const loader = async ({ request, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { demo, actor, siteOrigin } = ctx
  if (actor.kind !== 'desk')
    return {
      demo,
      hasEntered: false,
      isOwner: false,
      mayCount: false,
      passkey: false,
      lists: {},
      cards: [],
      views: null,
    }
  const { sessionId } = actor
  const views = await viewsHere(ctx.db, actor, viewsFor(deskListsToName, actor), url)
  return {
    demo,
    hasEntered: true,
    isOwner: isShopOwner(actor),
    mayCount: mayCountStock(actor),
    passkey: await hasPasskey(ctx, actor.id),
    lists: deskWayIn({ cookie: request.headers.get('cookie'), siteOrigin, sessionId }).lists,
    cards: await readDeskCards(ctx, actor, deskCardSources),
    views: views === null ? null : { ...views, requestId: ctx.newId() },
  }
}

/** Title and acts of the page above the desk's navigation. */
export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <DeskCards value={loaderData.cards}>
        <PasskeyOffer value={loaderData.passkey}>
          <DeskLists seenBefore={loaderData.lists}>
            <OwnViewsOfList value={loaderData.views}>
              <Outlet />
            </OwnViewsOfList>
          </DeskLists>
        </PasskeyOffer>
      </DeskCards>
    </Frame>
  )
}

/** Of a data request, by its own text: the router's 404s have texts too. The document has the way in (N108), and no script. */
const isHiddenAnswer = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.status === 404 && error.data === hiddenAnswer

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { cancelled } = fieldsOf(isRouteErrorResponse(error) ? error.data : undefined)
  const hasEntered = loaderData?.hasEntered === true
  const isHidden = isHiddenAnswer(error)
  useEffect(() => {
    if (isHidden) window.location.reload()
  }, [isHidden])
  const page =
    typeof cancelled === 'string' ? (
      <DeskPage title={`注文 ${cancelled}`} back={href('/admin/packing')}>
        <Notice kind="error">取り消されました。</Notice>
      </DeskPage>
    ) : (
      <ErrorPage status={status} {...(hasEntered ? { frame: 'desk' as const } : {})} />
    )
  return hasEntered ? <Frame {...loaderData}>{page}</Frame> : <main id="main">{page}</main>
}

function Frame({
  demo,
  hasEntered,
  isOwner,
  mayCount,
  cards,
  children,
}: {
  readonly demo: boolean
  readonly hasEntered: boolean
  readonly isOwner: boolean
  readonly mayCount: boolean
  readonly cards: readonly DeskCard[]
  readonly children: ReactNode
}) {
  const { name } = useSiteFacts()
  const label = `${name}の机`
  return (
    <>
      <a href="#main">本文へ移動</a>
      {demo ? <header className={css.demo}>練習用のお店です</header> : null}
      {hasEntered ? (
        <div className={css.frame}>
          <DeskRail label={`メニュー：${label}`} isOwner={isOwner} mayCount={mayCount} cards={cards} />
          <div className={css.beside}>
            <DeskSearch isOwner={isOwner} />
            <main id="main" className={css.main}>
              {children}
            </main>
          </div>
          <DeskPlaces label={label} isOwner={isOwner} cards={cards} />
        </div>
      ) : (
        <main id="main" className={css.main}>
          {children}
        </main>
      )}
    </>
  )
}
