import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { undeliveredList } from '~/features/desk/mails.queries.server.ts'
import { UndeliveredMails } from '~/features/desk/ui/undelivered-mails.tsx'
import { href } from '~/href.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/mails'

/** Mails that could not be delivered; for the owner. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return { mails: await readOrUnavailable(ctx, 'mails', (db) => undeliveredList(db, ctx.now())) }
}

export default function Mails({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <DeskPage title="届いていないメール" back={href('/admin')}>
      <UndeliveredMails mails={mails} />
    </DeskPage>
  )
}
