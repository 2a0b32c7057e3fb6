import { data, redirect } from 'react-router'
import { enterDesk, noteBackupCodes } from '~/features/desk/access/door.commands.server.ts'
import { doorFor } from '~/features/desk/access/door.queries.server.ts'
import { proofRefusals } from '~/features/desk/access/texts.ts'
import { type DoorAnswer, DoorPage } from '~/features/desk/access/ui/door.tsx'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { isDeskPath, isPage } from '~/requested-address.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/enter'

/** The desk page to return to; きょう by default. */
const nextOf = (request: Request): string => {
  const next = new URL(request.url).searchParams.get('next') ?? ''
  const url = next.startsWith('/') && next.length <= 500 ? URL.parse(next, 'https://site.invalid') : null
  const isOne = url?.origin === 'https://site.invalid' && isDeskPath(url.pathname) && isPage(url.pathname)
  return isOne && url.pathname !== href('/admin/enter') ? `${url.pathname}${url.search}` : href('/admin')
}

/** The second factor that the desk asks for on a new device. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind === 'desk') throw redirect(nextOf(request))
  const door = await doorFor(ctx, ctx.actor, request.headers.get('cookie'))
  if (door === undefined) throw data(null, { status: 404 })
  return { door }
}

/** Checks the second factor and redirects; the first time it shows the backup codes before redirecting. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind === 'desk') throw redirect(nextOf(request))
  const form = await formOf(request)
  const field = (name: string) => fieldOf(form, name)
  const { headers } = request
  const browser = { cookie: headers.get('cookie'), userAgent: headers.get('user-agent') ?? '' }
  if (field('step') === 'noted') {
    const noted = await noteBackupCodes(ctx, ctx.actor, browser)
    if (!noted.ok) throw data(null, { status: 404 })
    return redirect(nextOf(request))
  }
  const proof = {
    code: field('code').slice(0, 100),
    password: field('password').slice(0, 1_000),
    passkey: field('passkey'),
    newPasskey: field('newPasskey'),
  }
  const entered = await enterDesk(ctx, ctx.actor, proof, browser)
  if (!entered.ok) {
    const refusal = proofRefusals[entered.error]
    if (refusal.status === 404) throw data(null, { status: 404 })
    return data<DoorAnswer>(asFormAnswer(refusal), { status: refusal.status })
  }
  const { cookie, backupCodes } = entered.value
  const answered = { headers: headersWithCookies([cookie]) }
  return backupCodes === undefined
    ? redirect(nextOf(request), answered)
    : data<DoorAnswer>({ backupCodes }, answered)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Enter({ loaderData, actionData }: Route.ComponentProps) {
  return <DoorPage door={loaderData.door} answer={useLastAnswer(actionData)} />
}
