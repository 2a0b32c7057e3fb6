import { data } from 'react-router'
import { passkeyOptions } from '~/features/desk/access/door.queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/passkey'

/** Options for the browser to create or use a passkey; the result comes back with a form. */
export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const does = url.searchParams.get('for') === 'create' ? 'create' : 'use'
  const options = await passkeyOptions(ctx, ctx.actor, does)
  if (options === undefined) throw data(null, { status: 404 })
  return Response.json(options, { headers: { 'cache-control': 'no-store' } })
}
