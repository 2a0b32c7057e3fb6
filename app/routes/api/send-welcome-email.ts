import { z } from 'zod'
import { sendWelcomeEmail } from '~/features/accounts/sign-in.commands.server.ts'
import { errorFields } from '~/server/log.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/send-welcome-email'

const body = z.object({ email: z.string() })

/** Called after a registration. The answer never tells whether a mail was sent (A16). */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const read = body.safeParse(await request.json().catch(() => null))
  try {
    if (read.success) await sendWelcomeEmail(ctx, ctx.actor, read.data)
  } catch (error) {
    ctx.log.error('a welcome mail could not be queued', errorFields(error))
  }
  return Response.json({ ok: true })
}
