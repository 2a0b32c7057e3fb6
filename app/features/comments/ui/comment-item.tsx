import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { memberFaceOf } from '~/features/accounts/profile/rules.ts'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { memberPath } from '~/features/recipes/list.rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { Button } from '~/ui/button.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { type Comment, type CommentAuthor, commentAnchor, commentFormsPath } from '../rules.ts'
import css from './comments.module.css'

export type CommentState = 'sending' | 'stored' | 'deleting'

const stateTexts: Readonly<Record<CommentState, string>> = {
  sending: '送信しています…',
  stored: '',
  deleting: '削除しています…',
}

export function CommentItem({
  comment: { id, text, createdAt, author },
  recipe,
  state,
  note,
  onDelete,
}: {
  readonly comment: Comment
  readonly note?: string
  readonly recipe: string
  readonly state: CommentState
  readonly onDelete: ((id: string) => void) | undefined
}) {
  return (
    <li
      id={commentAnchor(id)}
      className={state === 'stored' ? css.comment : `${css.comment} ${css.underWay}`}
      tabIndex={-1}
    >
      <AuthorCircle author={author} />
      <div className={css.words}>
        <p className={css.by}>
          {author.id === null ? (
            <span className={css.name}>{author.name}</span>
          ) : (
            <Link to={memberPath(author.id)} className={css.name}>
              {author.name}
            </Link>
          )}
          {state === 'stored' ? (
            <a href={`#${commentAnchor(id)}`} className={css.moment}>
              <time dateTime={new Date(createdAt).toISOString()}>{displayMoment(createdAt)}</time>
            </a>
          ) : (
            <span>{stateTexts[state]}</span>
          )}
        </p>
        <PlainText text={text} rel="ugc nofollow" />
        {note === undefined ? null : <p className={css.note}>{note}</p>}
      </div>
      {state === 'stored' && onDelete !== undefined ? (
        <Deletion id={id} recipe={recipe} onDelete={onDelete} />
      ) : null}
    </li>
  )
}

function AuthorCircle({ author: { name, photoUrl } }: { readonly author: CommentAuthor }) {
  return photoUrl === '' ? (
    <span className={css.circle} aria-hidden="true">
      {memberFaceOf(name, null).initial}
    </span>
  ) : (
    <img
      className={css.circle}
      src={smallPictureUrl(photoUrl)}
      alt=""
      width="36"
      height="36"
      loading="lazy"
    />
  )
}

function Deletion({
  id,
  recipe,
  onDelete,
}: {
  readonly id: string
  readonly recipe: string
  readonly onDelete: (id: string) => void
}) {
  const question = `delete-comment-${id}`
  const remove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onDelete(id)
  }
  return (
    <>
      <button type="button" className={css.delete} popoverTarget={question} aria-label="自分のコメントを削除">
        削除
      </button>
      <PopoverDialog id={question} label="コメントの削除" asks="このコメントを削除しますか？">
        <p>元に戻せません。</p>
        <form method="post" action={commentFormsPath(recipe)} onSubmit={remove}>
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={id} />
          <Button type="submit" look="danger" wide>
            削除する
          </Button>
        </form>
        <Button look="secondary" wide popoverTarget={question} popoverTargetAction="hide">
          やめる
        </Button>
      </PopoverDialog>
    </>
  )
}
