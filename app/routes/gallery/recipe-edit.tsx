import { data, redirect } from 'react-router'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import {
  newRecipe,
  type RecipeAnswer,
  type RecipeFailure,
  tooLargeAnswer,
  typedRecipe,
  unknownAuthor,
} from '~/features/recipes/editor/form.rules.ts'
import { readRecipeForm } from '~/features/recipes/editor/form.server.ts'
import { faultsOfUploads, updateRefusals } from '~/features/recipes/editor/form.texts.ts'
import { RecipeEditor } from '~/features/recipes/editor/ui/recipe-editor.tsx'
import { saveRecipe } from '~/features/recipes/posting.commands.server.ts'
import { pdfBytes, pdfFileName, recipeOfId } from '~/features/recipes/recipe.queries.server.ts'
import { videoHost } from '~/features/recipes/recipe.rules.ts'
import { RecipeFailed, readOrUnreachable } from '~/features/recipes/ui/failed-pages.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { errorFields } from '~/server/log.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext, framedHostContext, typedAnswerContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/recipe-edit'

const refusedAt = {
  not_found: href('/gallery/mypage', { notice: 'recipe-not-found' }),
  not_hers: href('/gallery/mypage', { notice: 'recipe-not-hers' }),
} as const

/** The member's own recipe; otherwise redirects to my page with the reason. */
export const loader = async ({ params: { recipeId }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const read = await readOrFailure(ctx, 'recipe to edit', async (db) => {
    const { actor } = ctx
    if (actor.kind !== 'member') return undefined
    const recipe = await recipeOfId(db, actor, recipeId)
    const { id = '', pdfUrl = '' } = recipe ?? {}
    const pdf = { name: await pdfFileName(db, { id, pdfUrl }), bytes: await pdfBytes(db, pdfUrl) }
    return { actor, recipe, pdf }
  })
  context.set(framedHostContext, videoHost)
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  const { actor, recipe, pdf } = read.value ?? {}
  if (recipe !== undefined && pdf !== undefined && recipe.author.id === actor?.id) return { recipe, pdf }
  if (context.get(typedAnswerContext)) return { failure: {} }
  if (actor === undefined) throw redirect(loginPath(href('/gallery/recipe-edit/:recipeId', { recipeId })))
  throw redirect(recipe === undefined ? refusedAt.not_found : refusedAt.not_hers)
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => readOrUnreachable(serverLoader)

/** Saves the form, or returns what was typed with its errors. */
export const action = async ({ request, params: { recipeId: id }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const read = readRecipeForm(await formOf(request))
  if (!read.ok) return data(tooLargeAnswer(read.error), { status: updateRefusals.too_large.status })
  const { typed, content, pdfName, basedOn, ignored } = read.value
  const answer = (failure: RecipeFailure, parts: Partial<RecipeAnswer> = {}) => {
    context.set(typedAnswerContext, true)
    return data<RecipeAnswer>(
      { typed, id, newId: null, basedOn, errors: {}, newer: null, failure, ...parts },
      { status: updateRefusals[failure].status },
    )
  }
  if (ignored.length > 0)
    ctx.log.warn('fields of a recipe that its author may not write were ignored', {
      recipe: id,
      ignored: ignored.slice(0, 20).map((field) => field.slice(0, 40)),
    })
  if (!content.ok) return answer('faults', { errors: content.error })
  try {
    const saved = await saveRecipe(ctx, ctx.actor, { id, content: content.value, pdfName, basedOn })
    if (saved.ok) return redirect(href('/gallery/mypage', { tab: 'recipes', notice: 'recipe-saved' }))
    const { error } = saved
    if (error.reason === 'not_signed_in') return answer('not_signed_in')
    if (error.reason === 'changed_meanwhile') return answer('changed_meanwhile', { newer: error.updatedAt })
    if (error.reason === 'no_such_upload')
      return answer('faults', { errors: faultsOfUploads(typed, error.urls) })
    return redirect(refusedAt[error.reason])
  } catch (error) {
    ctx.log.error('recipe could not be saved', errorFields(error))
    return answer('failed')
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function RecipeEdit({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const stored = 'failure' in loaderData ? undefined : loaderData
  const recipe = stored?.recipe
  if ('failure' in loaderData && !answer?.typed) return <RecipeFailed on="edit" {...loaderData.failure} />
  const id = recipe?.id ?? params.recipeId
  return (
    <Page heading="作品を編集">
      <PageMeta title="作品を編集" noindex />
      <RecipeEditor
        key={id}
        recipe={id}
        id={id}
        basedOn={recipe?.updatedAt ?? 0}
        author={recipe?.author ?? unknownAuthor}
        saved={stored === undefined ? newRecipe : typedRecipe(stored.recipe, stored.pdf)}
        answer={answer}
        isSavedAt={({ search }) => new URLSearchParams(search).get('notice') === 'recipe-saved'}
      />
    </Page>
  )
}
