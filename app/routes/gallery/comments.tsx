import { data, redirect } from 'react-router'
import { submitComment } from '~/features/comments/endpoint.server.ts'
import { commentFormsPath, commentLength } from '~/features/comments/rules.ts'
import { CommentField } from '~/features/comments/ui/comment-form.tsx'
import css from '~/features/comments/ui/comments.module.css'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/comments'

/** Without script: redirects to the recipe, or returns what was typed with its error. */
export const action = async ({ params, request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const answer = await submitComment(ctx, request, params.recipeId)
  if ('done' in answer) return redirect(`${recipePath(params.recipeId)}#comments`)
  return data({ ...answer, newId: ctx.newId() }, { status: answer.status })
}

export default function Comments({ actionData, params }: Route.ComponentProps) {
  return <CommentNotSent recipe={params.recipeId} answer={actionData} />
}

const headings = {
  post: 'コメントを投稿できませんでした',
  delete: 'コメントを削除できませんでした',
  none: 'コメントは作品のページにあります',
} as const

/** Without script: what was typed and why it failed. If nothing was sent, only the way back. */
function CommentNotSent({
  recipe,
  answer,
}: {
  readonly recipe: string
  readonly answer:
    | {
        readonly failed: 'post' | 'delete'
        readonly text: string
        readonly typed: string
        readonly newId: string
      }
    | undefined
}) {
  const heading = headings[answer?.failed ?? 'none']
  return (
    <Page narrow heading={heading}>
      <PageMeta title={heading} noindex />
      {answer?.failed === 'post' ? (
        <form method="post" action={commentFormsPath(recipe)} noValidate className={`stack-4 ${css.form}`}>
          <input type="hidden" name="id" value={answer.newId} />
          <CommentField start={answer.typed} failure={answer.text} length={commentLength(answer.typed)}>
            <Button type="submit">コメントする</Button>
          </CommentField>
        </form>
      ) : answer?.failed === 'delete' ? (
        <Notice kind="error">{answer.text}</Notice>
      ) : null}
      <p>
        <ButtonLink look="secondary" to={`${recipePath(recipe)}#comments`}>
          作品へ戻る
        </ButtonLink>
      </p>
    </Page>
  )
}
