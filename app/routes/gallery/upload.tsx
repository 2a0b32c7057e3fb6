import type { MouseEvent } from 'react'
import { data, redirect, useLocation, useNavigate } from 'react-router'
import { ownProfile } from '~/features/accounts/profile/queries.server.ts'
import { postingRefusal, type WhyNoPosting } from '~/features/accounts/profile/rules.ts'
import { uploadReason } from '~/features/accounts/standing/queries.server.ts'
import { withReason } from '~/features/accounts/standing/texts.ts'
import {
  newRecipe,
  type RecipeAnswer,
  type RecipeFailure,
  tooLargeAnswer,
  unknownAuthor,
} from '~/features/recipes/editor/form.rules.ts'
import { readRecipeForm } from '~/features/recipes/editor/form.server.ts'
import { faultsOfUploads, uploadRefusals } from '~/features/recipes/editor/form.texts.ts'
import { KeptDrafts } from '~/features/recipes/editor/ui/kept-drafts.tsx'
import { Posted } from '~/features/recipes/editor/ui/posted.tsx'
import { RecipeEditor } from '~/features/recipes/editor/ui/recipe-editor.tsx'
import { postRecipe } from '~/features/recipes/posting.commands.server.ts'
import { recipeOfId } from '~/features/recipes/recipe.queries.server.ts'
import { videoHost } from '~/features/recipes/recipe.rules.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { errorFields } from '~/server/log.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext, framedHostContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/upload'

/** For members who may post: an empty form with a new recipe id, or the recipe just posted. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const posted = new URL(request.url).searchParams.get('posted') ?? ''
  const read = await readOrFailure(ctx, 'upload', async (db) => {
    const { actor } = ctx
    if (actor.kind !== 'member')
      return { state: 'refused' as const, refusal: 'not_signed_in' as const, why: '', member: '' }
    const recipe = posted === '' ? undefined : await recipeOfId(db, actor, posted)
    if (recipe?.author.id === actor.id) return { state: 'posted' as const, recipe, origin: ctx.siteOrigin }
    const refusal = postingRefusal(actor)
    if (refusal !== null) {
      const why = await uploadReason(db, actor)
      return { state: 'refused' as const, refusal, why, member: actor.id }
    }
    const profile = await ownProfile(db, actor.id)
    const author = { id: actor.id, name: profile?.displayName ?? '', photoUrl: profile?.photoURL ?? '' }
    return { state: 'form' as const, author, id: ctx.newId() }
  })
  if (!read.ok)
    return data({ state: 'failed' as const, failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value.state === 'form') context.set(framedHostContext, videoHost)
  return read.value
}

/** Posts the recipe, or returns what was typed with its errors. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const read = readRecipeForm(await formOf(request))
  if (!read.ok) return data(tooLargeAnswer(read.error), { status: uploadRefusals.too_large.status })
  const { typed, content, pdfName, id, basedOn, ignored } = read.value
  if (ignored.length > 0)
    ctx.log.warn('fields of a recipe that its author may not write were ignored', {
      ignored: ignored.slice(0, 20).map((field) => field.slice(0, 40)),
    })
  const answer = (failure: RecipeFailure, parts: Partial<RecipeAnswer> = {}) =>
    data<RecipeAnswer>(
      { typed, id, newId: ctx.newId(), basedOn: 0, errors: {}, newer: null, failure, ...parts },
      { status: uploadRefusals[failure].status },
    )
  if (!content.ok) return answer('faults', { errors: content.error })
  try {
    const posted = await postRecipe(ctx, ctx.actor, { id, content: content.value, pdfName, basedOn })
    if (posted.ok) return redirect(href('/gallery/upload', { posted: id }))
    if (posted.error.reason === 'no_such_upload')
      return answer('faults', { errors: faultsOfUploads(typed, posted.error.urls) })
    if (posted.error.reason === 'changed_meanwhile')
      return answer('changed_meanwhile', { newer: posted.error.updatedAt })
    const why =
      posted.error.reason === 'not_permitted' && ctx.actor.kind === 'member'
        ? await uploadReason(ctx.db, ctx.actor)
        : ''
    return answer(posted.error.reason, why === '' ? {} : { why })
  } catch (error) {
    ctx.log.error('recipe could not be posted', errorFields(error))
    return answer('failed')
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const isGivenBack = Boolean(answer?.typed)
  if (loaderData.state === 'refused' && !isGivenBack)
    return <PostingRefusal reason={loaderData.refusal} why={loaderData.why} member={loaderData.member} />
  const heading = loaderData.state === 'posted' ? '作品を投稿しました' : '作品を投稿する'
  return (
    <Page heading={heading}>
      <PageMeta title={heading} noindex />
      {loaderData.state === 'failed' && !isGivenBack ? (
        <LoadFailure what="投稿のページ" {...loaderData.failure} />
      ) : loaderData.state === 'posted' ? (
        <Posted recipe={loaderData.recipe} origin={loaderData.origin} />
      ) : (
        <RecipeEditor
          recipe={null}
          id={loaderData.state === 'form' ? loaderData.id : (answer?.id ?? '')}
          basedOn={0}
          author={loaderData.state === 'form' ? loaderData.author : unknownAuthor}
          saved={newRecipe}
          answer={answer}
          isSavedAt={({ search }) => search.startsWith('?posted=')}
        />
      )}
    </Page>
  )
}

const words = {
  not_signed_in: {
    heading: 'ログインが必要です',
    lead: '作品を投稿するにはログインが必要です。会員登録は無料です。',
    to: href('/gallery/login', { next: href('/gallery/upload') }),
    way: 'ログイン・会員登録へ',
  },
  not_permitted: {
    heading: '投稿の権限がありません',
    lead: '作品を投稿する権限がありません。お店にお問い合わせください。',
    to: href('/contact'),
    way: 'お問い合わせ先を見る',
  },
  not_verified: {
    heading: 'メールアドレスの確認が必要です',
    lead: '作品を投稿するには、メールアドレスの確認が必要です。お送りした確認メールのリンクを開いて、「確認する」を押してください。届いていないときは、マイページの設定からもう一度お送りできます。',
    to: href('/gallery/mypage', { tab: 'settings' }),
    way: 'マイページの設定へ',
  },
} as const satisfies Readonly<Record<WhyNoPosting, object>>

/** Why she may not post, with links onward and back, and what she has written before. */
function PostingRefusal({
  reason,
  why,
  member,
}: {
  readonly reason: WhyNoPosting
  readonly why: string
  /** '' for a visitor. */
  readonly member: string
}) {
  const { heading, lead, to, way } = words[reason]
  return (
    <Page narrow heading={heading} lead={<p>{withReason(lead, why)}</p>}>
      <PageMeta title="作品を投稿する" description="作品の投稿には会員登録とログインが必要です。" noindex />
      <p className="row-3">
        <ButtonLink to={to}>{way}</ButtonLink>
        <BackLink />
      </p>
      {member === '' ? null : <KeptDrafts member={member} />}
    </Page>
  )
}

/** To the page before, within this site; without script, or as the first page of a tab, to the gallery. */
function BackLink() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const goBack = (event: MouseEvent) => {
    if (key === 'default' || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <ButtonLink to={href('/gallery')} look="secondary" onClick={goBack}>
      戻る
    </ButtonLink>
  )
}
