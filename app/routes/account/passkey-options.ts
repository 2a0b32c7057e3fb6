import { beginSignIn } from '~/features/accounts/passkeys/commands.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/passkey-options'

const statuses = { not_here: 404, too_many_requests: 429 } as const

/** GET: what the browser needs to ask the device for a passkey; the answer comes back with the form of the sign-in. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const begun = await beginSignIn(ctx, ctx.actor)
  return begun.ok
    ? Response.json(begun.value, { headers: { 'cache-control': 'no-store' } })
    : Response.json(null, { status: statuses[begun.error] })
}
