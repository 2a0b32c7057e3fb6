import { useRef, useState } from 'react'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { hiddenText, recipePath } from '~/features/recipes/list.rules.ts'
import { nextCount } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Portions } from '~/ui/portions.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import { arrivals, type Comment, type CommentsPage, commentAnchor, commentsPerPage } from '../rules.ts'
import { sendComment } from './comment-calls.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import css from './comments.module.css'
import { useCommentList } from './use-comment-list.ts'
import { useDeletion } from './use-deletion.ts'

/** Live comments with a form; a hidden recipe takes none (A7). */
export function Comments({
  recipe,
  isHidden,
  page: { list: loaded, viewer, newId, hidden, isMuted },
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
    place,
    isSent: (id) => sent.current.has(id),
  })
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
  const item = (comment: Comment, state: 'sending' | 'stored', note?: string) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      recipe={recipe}
      {...(note !== undefined && { note })}
      state={deleting.includes(comment.id) ? 'deleting' : state}
      onDelete={viewer !== null && comment.author.id === viewer.id ? (id) => void remove(id) : undefined}
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
        <CommentForm recipe={recipe} viewer={viewer.id ?? ''} newId={newId} send={send} isMuted={isMuted} />
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
