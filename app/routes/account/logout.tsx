import { redirect } from 'react-router'
import { signOut } from '~/features/accounts/sign-in.commands.server.ts'
import { LogoutForm } from '~/features/accounts/ui/logout-form.tsx'
import { href } from '~/href.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { orLost } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/logout'

export const loader = ({ context }: Route.LoaderArgs) => ({
  isSignedIn: context.get(appContext).actor.kind === 'member',
})

export const action = async ({ context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  await signOut(ctx, ctx.actor)
  return redirect(href('/gallery', { notice: 'signed-out' }), {
    headers: headersWithCookies([endedSessionCookie(ctx.siteOrigin)]),
  })
}

/** A request that never arrived keeps what was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** Shown when the address is opened; buttons of other pages post to it directly. */
export default function Logout({ loaderData: { isSignedIn } }: Route.ComponentProps) {
  return (
    <Page narrow heading="ログアウト">
      <PageMeta title="ログアウト" noindex />
      {isSignedIn ? (
        <>
          <p>この端末からログアウトします。作品やプロフィールはそのまま残ります。</p>
          <LogoutForm />
        </>
      ) : (
        <p>ログインしていません。</p>
      )}
      <p>
        <ButtonLink to={href('/gallery')} look="secondary">
          作品ギャラリーへ
        </ButtonLink>
      </p>
    </Page>
  )
}
