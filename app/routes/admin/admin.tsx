import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { passAdminGate } from '~/features/accounts/gate.commands.server.ts'
import { gateTexts } from '~/features/accounts/texts.ts'
import { AdminGate } from '~/features/accounts/ui/admin-gate.tsx'
import { failedAnswer } from '~/features/recipes/curation/curation.rules.ts'
import { submitItem } from '~/features/recipes/curation/curation-page.server.ts'
import { curationPath, curationView } from '~/features/recipes/curation/curation-view.rules.ts'
import { editedItems } from '~/features/recipes/curation/queries.server.ts'
import { Curation } from '~/features/recipes/curation/ui/curation.tsx'
import { EndedCuration } from '~/features/recipes/curation/ui/ended-curation.tsx'
import { recipesOfTags } from '~/features/recipes/recipe.queries.server.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { mayCurate } from '~/kernel/actor.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/admin'

const viewOf = (url: string) => curationView(new URL(url).searchParams)

/** Both lists, and the recipes that the tags of the edited situation find. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const view = viewOf(request.url)
  const read = await readOrFailure(ctx, 'curated lists', async (db) => {
    const { actor } = ctx
    if (!mayCurate(actor)) {
      const isOn = ctx.memberSettings.gatePasswordHash !== undefined
      return { isOpen: false, isOn, isMember: actor.kind === 'member', address: curationPath(view) } as const
    }
    const lists = {
      keywords: await editedItems(db, 'keywords'),
      situations: await editedItems(db, 'situations'),
    }
    const edited = lists.situations.find(({ id }) => view.list === 'situations' && id === view.edit)
    const found =
      edited === undefined ? [] : await recipesOfTags(db, actor, [...new Set([edited.name, ...edited.tags])])
    const byPassword = actor.kind === 'curator'
    return { isOpen: true, lists, found, newId: ctx.newId(), byPassword } as const
  })
  return read.ok ? read.value : data({ failure: read.error }, { status: statusOfFailure(read.error) })
}

/** Saves, moves or deletes an item, or takes the gate's password (A3). */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const view = viewOf(request.url)
  const form = await formOf(request)
  const done = await submitItem(ctx, view.list, form)
  if (done !== undefined)
    return 'to' in done ? redirect(curationPath(done.to)) : data(done.answer, { status: done.status })
  const passed = await passAdminGate(ctx, ctx.actor, fieldOf(form, 'password'))
  if (passed.ok) return redirect(curationPath(view), { headers: headersWithCookies(passed.value) })
  if (passed.error === 'too_many_requests') return data({ failed: gateTexts.tooMany }, { status: 429 })
  return data({ wrong: gateTexts.wrong }, { status: 422 })
}

/** A lost request is reported beside its item, which keeps what was typed. */
export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await formOf(request.clone())
  if (!form.has('intent')) return orLost(serverAction)
  try {
    return await serverAction()
  } catch (thrown) {
    // A redirect or an error page.
    if (thrown instanceof Response) throw thrown
    // This status prevents a reload of the lists, which would fail as well.
    return data(failedAnswer(viewOf(request.url).list, form), { status: 503 })
  }
}

/** Reloads after a refusal, because the list may have changed; not when a dialog closes, because nothing has. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean => {
  const { currentUrl, nextUrl, formMethod } = change
  const { list } = viewOf(currentUrl.href)
  const isClosing = formMethod === undefined && nextUrl.href === new URL(curationPath({ list }), nextUrl).href
  return reloadAfter([404, 409])(change) && !(isClosing && currentUrl.href !== nextUrl.href)
}

export default function Admin({ loaderData, actionData }: Route.ComponentProps) {
  const last = useLastAnswer(actionData)
  const answer = last !== undefined && 'list' in last ? last : undefined
  // What was typed is given back whatever could be read (R45).
  if ('failure' in loaderData && answer !== undefined) return <EndedCuration answer={answer} />
  if ('failure' in loaderData)
    return (
      <Page narrow heading="ギャラリーの管理">
        <PageMeta title="ギャラリーの管理" noindex />
        <LoadFailure what="キーワードとカテゴリ" {...loaderData.failure} />
      </Page>
    )
  if (loaderData.isOpen) return <Curation {...loaderData} answer={answer} />
  if (answer !== undefined) return <EndedCuration answer={answer} />
  const gate = last !== undefined && !('list' in last) ? last : undefined
  return (
    <AdminGate
      isOn={loaderData.isOn}
      isMember={loaderData.isMember}
      address={loaderData.address}
      answer={gate}
    />
  )
}
