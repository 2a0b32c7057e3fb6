import { useEffect, useRef } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { passAdminGate } from '~/features/accounts/sign-in.commands.server.ts'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { gateTexts } from '~/features/accounts/texts.ts'
import { submitItem } from '~/features/recipes/curation/form.server.ts'
import { editedItems } from '~/features/recipes/curation/queries.server.ts'
import { curationPath, curationView, failedAnswer } from '~/features/recipes/curation/rules.ts'
import { Curation } from '~/features/recipes/curation/ui/curation.tsx'
import { EndedCuration } from '~/features/recipes/curation/ui/item-form.tsx'
import { recipesOfTags } from '~/features/recipes/recipe.queries.server.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { mayCurate } from '~/kernel/actor.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton } from '~/ui/form.tsx'
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

/** Asks for the gate's password, or says that only an admin's sign-in opens the page (A3). */
function AdminGate({
  isOn,
  isMember,
  address,
  answer,
}: {
  readonly isOn: boolean
  readonly isMember: boolean
  readonly address: string
  readonly answer: { readonly wrong?: string; readonly failed?: string } | undefined
}) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector('input')?.focus()
  }, [answer])
  return (
    <Page narrow heading="ギャラリーの管理" lead={<p>ここから先は、お店の管理者のための画面です。</p>}>
      <PageMeta title="ギャラリーの管理" description="お店の管理者のための画面です。" noindex />
      {isOn ? (
        <div ref={form}>
          <FormCard failure={answer?.failed} failed={gateTexts.failed}>
            <PasswordField
              label="管理用パスワード"
              name="password"
              autoComplete="current-password"
              error={answer?.wrong}
            />
            <SubmitButton busy="確認しています…">開く</SubmitButton>
          </FormCard>
        </div>
      ) : (
        <p>
          この画面は、管理者のアカウントでログインすると開きます（管理用パスワードは設定されていません）。
        </p>
      )}
      {isMember ? (
        <p>いまログインしているアカウントには、管理者の権限がありません。</p>
      ) : (
        <p>
          <ButtonLink to={loginPath(address)} look="secondary">
            管理者としてログイン
          </ButtonLink>
        </p>
      )}
    </Page>
  )
}
