import { recipePath } from '~/features/recipes/list.rules.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { commentFormsPath, commentLength } from '../rules.ts'
import { CommentField } from './comment-form.tsx'
import css from './comments.module.css'

const headings = {
  post: 'コメントを投稿できませんでした',
  delete: 'コメントを削除できませんでした',
  none: 'コメントは作品のページにあります',
} as const

/** Without script: what was typed and why it failed. If nothing was sent, only the way back. */
export function CommentNotSent({
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
