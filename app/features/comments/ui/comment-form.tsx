import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { withReason } from '~/features/accounts/standing/texts.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { Button } from '~/ui/button.tsx'
import { isConverting } from '~/ui/is-converting.ts'
import { useUnsavedInput } from '~/ui/navigation-guard.tsx'
import { bringIntoView, Notice } from '~/ui/notice.tsx'
import { useDraft } from '~/ui/use-draft.ts'
import { commentFormsPath, commentLength, longestComment, readComment } from '../rules.ts'
import { postRefusals } from '../texts.ts'
import type { Sent } from './comment-calls.ts'
import css from './comments.module.css'

/** Not `randomUUID`, which a page without https lacks. */
const newCommentId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const draftTexts = {
  kept: '下書きはこの端末に残ります。',
  failed: 'この端末には下書きを保存できません。',
} as const

export function CommentField({
  start = '',
  failure,
  length,
  draft = '',
  onTyped,
  onKeyDown,
  ref,
  children,
}: {
  readonly start?: string
  readonly failure: ReactNode
  /** In code points. */
  readonly length: number
  /** Whether this device keeps what was typed; '' where there is nothing, or no script. */
  readonly draft?: 'kept' | 'failed' | ''
  readonly onTyped?: (text: string) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  readonly ref?: React.Ref<HTMLTextAreaElement>
  readonly children: ReactNode
}) {
  const id = useId()
  const isTooLong = length > longestComment
  return (
    <>
      {failure ? (
        <div ref={bringIntoView} className={css.failure}>
          <Notice kind="error">{failure}</Notice>
        </div>
      ) : null}
      <label htmlFor={id} className={css.label}>
        コメントを書く
      </label>
      <textarea
        id={id}
        ref={ref}
        name="text"
        rows={3}
        required
        className={css.text}
        defaultValue={start}
        aria-describedby={`${id}-length`}
        aria-invalid={isTooLong || (failure !== null && length === 0) || undefined}
        onChange={(event) => onTyped?.(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css.below}>
        <p id={`${id}-length`} className={isTooLong ? `${css.length} ${css.tooLong}` : css.length}>
          {length}/{longestComment}
          {isTooLong ? `（${length - longestComment}文字多いです）` : ''}
        </p>
        {draft === '' ? null : <p className={css.draft}>{draftTexts[draft]}</p>}
        {children}
      </div>
    </>
  )
}

interface Draft {
  readonly id: string
  readonly text: string
  /** The last text sent under this id; it may not have arrived. */
  readonly tried: string | null
}

const draftIn = (stored: unknown): Draft | null => {
  const { id, text, tried } = fieldsOf(stored)
  if (typeof id !== 'string' || typeof text !== 'string' || text === '') return null
  return { id, text, tried: typeof tried === 'string' ? tried : null }
}

/** What was typed stays on this device until it is posted. */
export function CommentForm({
  recipe,
  viewer,
  newId,
  send,
  isMuted,
  mutedReason,
}: {
  readonly recipe: string
  readonly viewer: string
  /** For the first comment; from the server, as the form works without script. */
  readonly newId: string
  readonly send: (comment: { readonly id: string; readonly text: string }) => Promise<Sent>
  /** What is sent will be refused (A27). */
  readonly isMuted: boolean
  readonly mutedReason: string
}) {
  const stored = useDraft(`galleryCommentDraft:${viewer}:${recipe}`, () => false)
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useRef<Draft>({ id: newId, text: '', tried: null })
  const [length, setLength] = useState(0)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Extract<Sent, { ok: false }> | null>(null)
  const [isKept, setKept] = useState(true)
  // What is kept is left without a question, and is there again (R44).
  useUnsavedInput(length > 0 && !isKept, () => {})

  const keep = (next: Draft) => {
    draft.current = next
    setLength(commentLength(next.text))
    if (next.text === '') stored.forget()
    else setKept(stored.keep(next))
  }
  // Text typed before hydration is newer than the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is looked for once
  useEffect(() => {
    const { current } = field
    if (current === null) return
    const kept = draftIn(stored.read())
    if (current.value !== '') keep({ ...draft.current, text: current.value })
    else if (kept !== null) {
      current.value = kept.text
      keep(kept)
    }
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending || field.current === null) return
    const text = field.current.value
    const read = readComment(text)
    if (!read.ok) {
      setFailure({ ok: false, reason: read.error, text: postRefusals[read.error].text })
      field.current.focus()
      return
    }
    const { id, tried } = draft.current
    const isOther = tried !== null && tried !== text
    keep({ id: isOther ? newCommentId() : id, text, tried: text })
    setFailure(null)
    setSending(true)
    const sent = await send({ id: draft.current.id, text: read.value })
    setSending(false)
    if (!sent.ok) {
      if (sent.reason === 'id_used') keep({ ...draft.current, id: newCommentId() })
      return setFailure(sent)
    }
    // What was typed meanwhile belongs to the next comment.
    const isUnchanged = field.current === null || field.current.value === text
    if (isUnchanged && field.current !== null) field.current.value = ''
    keep({ id: newCommentId(), text: isUnchanged ? '' : draft.current.text, tried: null })
  }

  return (
    <form
      method="post"
      action={commentFormsPath(recipe)}
      noValidate
      className={`stack-4 ${css.form}`}
      onSubmit={submit}
    >
      <input type="hidden" name="id" value={newId} />
      {isMuted && failure === null ? (
        <Notice>{withReason(postRefusals.muted.text, mutedReason)}</Notice>
      ) : null}
      <CommentField
        ref={field}
        length={length}
        draft={length === 0 ? '' : isKept ? 'kept' : 'failed'}
        failure={
          failure === null ? null : (
            <>
              {failure.text}
              {failure.reason === 'not_signed_in' ? (
                <>
                  {' '}
                  <Link to={loginPath(`${recipePath(recipe)}#comments`)}>ログインする</Link>
                </>
              ) : null}
            </>
          )
        }
        onTyped={(text) => {
          keep({ ...draft.current, text })
          setFailure((told) => (told?.reason === 'empty' || told?.reason === 'too_long' ? null : told))
        }}
        onKeyDown={(event) => {
          const isSendKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (!isSendKey || isConverting(event)) return
          event.preventDefault()
          event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
        }}
      >
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? '送信しています…' : 'コメントする'}
        </Button>
      </CommentField>
    </form>
  )
}
