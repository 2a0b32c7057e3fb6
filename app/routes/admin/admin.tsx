import { data, redirect } from 'react-router'
import { popularKeywords, situationCategories } from '~/features/content/queries.server.ts'
import { Curation } from '~/features/gallery/ui/curation.tsx'
import { mayCurate } from '~/features/members/rules.ts'
import { gateTexts } from '~/features/members/texts.ts'
import { settingCookies } from '~/features/sign-in/browser.server.ts'
import { passAdminGate } from '~/features/sign-in/gate.commands.server.ts'
import { AdminGate } from '~/features/sign-in/ui/admin-gate.tsx'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/admin'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { db, actor, memberSettings } = context.get(appContext)
  if (mayCurate(actor)) {
    // Never the built-in lists (A23).
    const [keywords, situations] = await Promise.all([popularKeywords(db), situationCategories(db)])
    return { isOpen: true, byPassword: actor.kind === 'curator', keywords, situations } as const
  }
  const isOn = memberSettings.gatePasswordHash !== undefined
  return { isOpen: false, isOn, isMember: actor.kind === 'member' } as const
}

/** Takes the gate's password (A3). */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await request.formData().catch(() => new FormData())
  const passed = await passAdminGate(ctx, ctx.actor, String(form.get('password') ?? ''))
  if (passed.ok) return redirect('/gallery/admin', { headers: settingCookies(passed.value) })
  if (passed.error === 'too_many_requests') return data({ failure: gateTexts.tooMany }, { status: 429 })
  return data({ error: gateTexts.wrong }, { status: 422 })
}

export default function Admin({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.isOpen) return <Curation {...loaderData} />
  return <AdminGate isOn={loaderData.isOn} isMember={loaderData.isMember} answer={actionData} />
}
