import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { BlockQuestion } from '~/features/accounts/blocks/ui/block-question.tsx'
import { useBlocking } from '~/features/accounts/blocks/ui/use-blocking.tsx'
import { memberFaceOf } from '~/features/accounts/profile/rules.ts'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { hiddenText, memberPath, recipePath } from '~/features/recipes/list.rules.ts'
import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { nextCount } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { Portions } from '~/ui/portions.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import {
  arrivals,
  type Comment,
  type CommentAuthor,
  type CommentsPage,
  commentAnchor,
  commentFormsPath,
  commentsPerPage,
} from '../rules.ts'
import { sendComment } from './comment-calls.ts'
import { CommentForm } from './comment-form.tsx'
import css from './comments.module.css'
import { useCommentList } from './use-comment-list.ts'

/** Live comments with a form; a hidden recipe takes none (A7). */
export function Comments({
  recipe,
  isHidden,
  page: { list: loaded, viewer, newId, hidden, isMuted, mutedReason },
}: {
  readonly recipe: string
  readonly isHidden: boolean
  readonly page: CommentsPage
}) {
  /** `version`: the first list that has the comment; later ones may lack it because it was deleted. */
  const [sending, setSending] = useState<{ comment: Comment; version: number } | null>(null)
  const sent = useRef(new Set<string>())
  const place = useRef<HTMLDivElement>(null)
  const { list, waiting, said, announce, hear, showWaiting } = useCommentList({
    recipe,
    loaded,
    isLive: !isHidden,
    isMember: viewer !== null,
    place,
    isSent: (id) => sent.current.has(id),
  })
  const blocking = useBlocking()
  const { deleting, deleted, failure, forgetFailure, remove } = useDeletion(recipe, { announce, hear })
  const shown = list.comments.filter(({ id }) => !deleted.includes(id))
  const ownHidden = hidden.filter(({ id }) => !deleted.includes(id) && !shown.some((each) => each.id === id))
  const { list: items, askedForMore } = useFocusOnFirstNew(shown.length)
  const underWay = sending !== null && list.version < sending.version ? sending.comment : null
  const more = nextCount(list.total, list.count, commentsPerPage)
  const news = waiting === null ? 0 : arrivals(list, waiting).length

  const send = async (comment: { readonly id: string; readonly text: string }) => {
    if (viewer === null) return { ok: false as const, reason: 'not_signed_in', text: '' }
    sent.current.add(comment.id)
    const pending = { ...comment, createdAt: 0, author: viewer }
    setSending({ comment: pending, version: Number.POSITIVE_INFINITY })
    const result = await sendComment(recipe, comment)
    setSending(result.ok ? { comment: pending, version: result.version } : null)
    if (!result.ok) return result
    announce('コメントを投稿しました')
    hear(result.version)
    return result
  }
  const block = (member: string, on: boolean) => {
    // The pressed button disappears with its comment.
    document.getElementById('comments-heading')?.focus({ preventScroll: true })
    void blocking.press(member, on)
  }
  const item = (comment: Comment, state: 'sending' | 'stored', note?: string) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      recipe={recipe}
      {...(note !== undefined && { note })}
      state={deleting.includes(comment.id) ? 'deleting' : state}
      isOwn={viewer !== null && comment.author.id === viewer.id}
      onDelete={(id) => void remove(id)}
      onBlock={viewer !== null && comment.author.id !== viewer.id ? block : undefined}
    />
  )
  return (
    <section id="comments" aria-labelledby="comments-heading" className={`stack-4 ${css.comments}`}>
      <h2 id="comments-heading" className={css.heading} tabIndex={-1}>
        コメント<span className={css.total}>{formatNumber(list.total)}</span>
      </h2>
      {isHidden ? (
        <p>公開が止められている作品には、コメントを投稿できません。</p>
      ) : viewer === null ? (
        <Notice
          actions={
            <ButtonLink to={loginPath(`${recipePath(recipe)}#comments`)} look="secondary">
              ログイン・会員登録へ
            </ButtonLink>
          }
        >
          コメントするにはログインが必要です
        </Notice>
      ) : (
        <CommentForm
          recipe={recipe}
          viewer={viewer.id ?? ''}
          newId={newId}
          send={send}
          {...{ isMuted, mutedReason }}
        />
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {ownHidden.length === 0 ? null : (
        <ul className={css.list} aria-label="非表示になったあなたのコメント">
          {ownHidden.map((comment) => item(comment, 'stored', hiddenText('このコメント', comment.reason)))}
        </ul>
      )}
      <div ref={place} className={css.place}>
        <div className={css.edge}>
          {news === 0 ? null : (
            <button
              type="button"
              className={css.news}
              onClick={() => {
                showWaiting()
                place.current?.scrollIntoView({ block: 'start' })
                document.getElementById('comments-heading')?.focus({ preventScroll: true })
              }}
            >
              新しいコメントが {news}件あります
            </button>
          )}
        </div>
        {shown.length === 0 && underWay === null ? (
          <p className={css.none}>まだコメントはありません。</p>
        ) : (
          <ul ref={items} className={css.list}>
            {underWay === null ? null : item(underWay, 'sending')}
            <Portions>{shown.map((comment) => item(comment, 'stored'))}</Portions>
          </ul>
        )}
      </div>
      {more === null ? null : (
        <p className={css.end}>
          <ButtonLink
            look="secondary"
            to={`${recipePath(recipe)}?comments=${more}#${commentAnchor(shown.at(-1)?.id ?? '')}`}
            replace
            preventScrollReset
            onClick={askedForMore}
          >
            コメントをもっと見る
          </ButtonLink>
        </p>
      )}
      {blocking.notice}
      <EdgeNotice urgent>
        {failure === '' ? null : (
          <Notice kind="error" actions={<CloseNotice onClose={forgetFailure} />}>
            {failure}
          </Notice>
        )}
      </EdgeNotice>
    </section>
  )
}

interface Hearers {
  readonly announce: (text: string) => void
  readonly hear: (version: number) => void
}

const useDeletion = (recipe: string, { announce, hear }: Hearers) => {
  const [deleting, setDeleting] = useState<readonly string[]>([])
  const [deleted, setDeleted] = useState<readonly string[]>([])
  const [failure, setFailure] = useState('')
  const remove = async (id: string) => {
    setFailure('')
    setDeleting((all) => [...all, id])
    // The pressed button disappears with its comment.
    document.getElementById('comments-heading')?.focus({ preventScroll: true })
    const result = await sendComment(recipe, { id })
    setDeleting((all) => all.filter((each) => each !== id))
    if (!result.ok && result.reason !== 'not_found') return setFailure(result.text)
    setDeleted((all) => [...all, id])
    announce('コメントを削除しました')
    if (result.ok) hear(result.version)
  }
  return { deleting, deleted, failure, forgetFailure: () => setFailure(''), remove }
}

type CommentState = 'sending' | 'stored' | 'deleting'

const stateTexts: Readonly<Record<CommentState, string>> = {
  sending: '送信しています…',
  stored: '',
  deleting: '削除しています…',
}

function CommentItem({
  comment: { id, text, createdAt, author },
  recipe,
  state,
  note,
  isOwn,
  onDelete,
  onBlock,
}: {
  readonly comment: Comment
  readonly note?: string
  readonly recipe: string
  readonly state: CommentState
  readonly isOwn: boolean
  readonly onDelete: (id: string) => void
  readonly onBlock: ((member: string, on: boolean) => void) | undefined
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
      {state !== 'stored' ? null : isOwn ? (
        <Deletion id={id} recipe={recipe} onDelete={onDelete} />
      ) : (
        <div className={css.acts}>
          <Link
            to={href('/gallery/report/:kind/:thingId', { kind: 'comment', thingId: id })}
            rel="nofollow"
            className={css.report}
            aria-label="このコメントを通報する"
          >
            通報する
          </Link>
          {onBlock === undefined || author.id === null ? null : (
            <Blocking id={id} member={author.id} name={author.name} onBlock={onBlock} />
          )}
        </div>
      )}
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

/** Of another's comment, for who is signed in (R58). */
function Blocking({
  id,
  member,
  name,
  onBlock,
}: {
  readonly id: string
  readonly member: string
  readonly name: string
  readonly onBlock: (member: string, on: boolean) => void
}) {
  const question = `block-author-of-${id}`
  return (
    <>
      <button
        type="button"
        className={css.quiet}
        popoverTarget={question}
        aria-label={`${name}さんをブロックする`}
      >
        ブロック
      </button>
      <BlockQuestion id={question} member={member} name={name} from="profile" onPress={onBlock} />
    </>
  )
}
