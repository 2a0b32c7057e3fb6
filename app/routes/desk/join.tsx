import { data, redirect } from 'react-router'
import { acceptInvitation } from '~/features/desk/access/door.commands.server.ts'
import { invitationFor } from '~/features/desk/access/door.queries.server.ts'
import { roleNames } from '~/features/desk/access/texts.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { DeskFoot, DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost } from '~/ui/lost-request.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/join'

/** 404 for everybody but the invited member. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const invitation = await invitationFor(ctx, ctx.actor, params.token)
  if (invitation === undefined) throw data(null, { status: 404 })
  return { role: roleNames[invitation.role] }
}

/** Uses up the link and redirects to the desk's sign-in. */
export const action = async ({ params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const accepted = await acceptInvitation(ctx, ctx.actor, params.token)
  if (!accepted.ok) throw data(null, { status: 404 })
  return redirect(href('/admin/enter'))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Join({ loaderData }: Route.ComponentProps) {
  const { name } = useSiteFacts()
  return (
    <DeskPage title="お店の机へのご招待">
      <p>
        {name}の{loaderData.role}として招待されています。始めると、認証アプリを設定する画面に進みます。
      </p>
      <FormCard failed="始められませんでした。">
        <DeskFoot>
          <SubmitButton busy="お待ちください…">始める</SubmitButton>
        </DeskFoot>
      </FormCard>
    </DeskPage>
  )
}
