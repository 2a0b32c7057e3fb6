import { data, redirect } from 'react-router'
import { signInAddress } from '~/features/accounts/sign-in.rules.ts'
import { acceptInvitation } from '~/features/desk/access/door.commands.server.ts'
import { invitationFor, isLinkToSignIn } from '~/features/desk/access/door.queries.server.ts'
import { roleNames } from '~/features/desk/access/texts.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskFoot, DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost } from '~/ui/lost-request.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/join'

/** For the invited member, and for whoever opens an unused link without being signed in (N78); 404 for everybody else. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { token } = params
  const invitation = await invitationFor(ctx, ctx.actor, token)
  if (invitation !== undefined) return { role: roleNames[invitation.role], next: null }
  if (!(await isLinkToSignIn(ctx, ctx.actor, token))) throw data(null, { status: 404 })
  return { role: null, next: href('/admin/join/:token', { token }) }
}

/** Uses up the link and redirects to the desk's sign-in. */
export const action = async ({ params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const accepted = await acceptInvitation(ctx, ctx.actor, params.token)
  if (!accepted.ok) throw data(null, { status: 404 })
  return redirect(href('/admin/enter'))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** On a device where nobody is signed in; says nothing about whom the link is for. */
function SignInFirst({ next }: { readonly next: string }) {
  return (
    <>
      <p>
        このメールが届いたメールアドレスで、ギャラリーにログインしてください。ログインすると、このつづきに進みます。ほかのアカウントでは開けません。
      </p>
      <DeskFoot>
        <ButtonLink to={signInAddress('sign-in', { next })} wide>
          ログインして進む
        </ButtonLink>
        <ButtonLink to={signInAddress('reset', { next })} look="quiet" wide>
          パスワードを忘れた方
        </ButtonLink>
      </DeskFoot>
    </>
  )
}

export default function Join({ loaderData: { role, next } }: Route.ComponentProps) {
  const { name } = useSiteFacts()
  return (
    <DeskPage title="お店の机へのご招待">
      {next === null ? (
        <>
          <p>
            {name}の{role}として招待されています。始めると、認証アプリを設定する画面に進みます。
          </p>
          <FormCard failed="始められませんでした。">
            <DeskFoot>
              <SubmitButton busy="お待ちください…">始める</SubmitButton>
            </DeskFoot>
          </FormCard>
        </>
      ) : (
        <SignInFirst next={next} />
      )}
    </DeskPage>
  )
}
