import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isVisible } from '~/kernel/text.ts'
import { Button, ButtonLink, ButtonOutLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { useUnsavedWork } from '~/ui/navigation-guard.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import {
  type OwnProfile,
  type ProfileAnswer,
  previewOf,
  profileFields,
  type TypedProfile,
  typedIn,
  typedProfile,
} from '../profile.rules.ts'
import { profileFailures } from '../profile.texts.ts'
import css from './profile-editor.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { useProfileDraft } from './use-profile-draft.ts'

const myPage = '/gallery/mypage'

const differ = (a: TypedProfile, b: TypedProfile) => profileFields.some((field) => a[field] !== b[field])

/** The form of profile-edit with its preview; `answer` is what the server said to the last save. */
export function ProfileEditor({
  member,
  profile,
  answer,
}: {
  readonly member: string
  readonly profile: OwnProfile
  readonly answer: ProfileAnswer | undefined
}) {
  const editor = useEditor(member, profile, answer)
  const hasScript = useHasScript()
  const [isPhotoBusy, setPhotoBusy] = useState(false)
  useUnsavedWork(editor.isTyped, editor.forget)
  const { start, typed } = editor
  return (
    <div className={css.editor} ref={editor.frame}>
      <div className={css.form}>
        <a className={css.toPreview} href="#profile-preview">
          プレビューを見る
        </a>
        {editor.isRestored ? <RestoredNotice onDiscard={editor.discard} /> : null}
        <FormCard key={editor.round} failed={profileFailures.failed} onInput={editor.noteTyped}>
          <input type="hidden" name="basedOn" value={editor.basedOn} />
          <ProfileFields
            start={start}
            typed={typed}
            errors={answer?.errors ?? {}}
            onPhotoBusy={setPhotoBusy}
          />
          {answer === undefined ? null : <Failure answer={answer} />}
          <div className={css.buttons}>
            <ButtonLink to={myPage} look="secondary" wide>
              キャンセル
            </ButtonLink>
            <SubmitButton
              busy="保存しています…"
              disabled={isPhotoBusy || (hasScript && !isVisible(typed.displayName))}
            >
              {isPhotoBusy ? '写真を送信しています…' : '保存する'}
            </SubmitButton>
          </div>
        </FormCard>
      </div>
      <ProfilePreview profile={{ ...profile, ...previewOf(typed) }} />
    </div>
  )
}

const useEditor = (member: string, profile: OwnProfile, answer: ProfileAnswer | undefined) => {
  const saved = typedProfile(profile)
  const draft = useProfileDraft(member, myPage)
  const frame = useRef<HTMLDivElement>(null)
  const [fields, setFields] = useState(() => {
    const start = answer?.typed ?? saved
    return { round: 0, start, basedOn: answer?.basedOn ?? profile.updatedAt, isRestored: false }
  })
  const [typed, setTyped] = useState(fields.start)

  const begin = (start: TypedProfile, basedOn: number, isRestored: boolean) => {
    setFields(({ round }) => ({ round: round + 1, start, basedOn, isRestored }))
    setTyped(start)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is looked for once, before anything is typed
  useEffect(() => {
    if (!draft.isReady) return
    const form = frame.current?.querySelector('form')
    const inForm = form ? typedIn(new FormData(form)) : fields.start
    const kept = draft.read(saved)
    // What was typed before the script came, or sent without it, is newer than any draft.
    if (differ(inForm, saved)) {
      setTyped(inForm)
      draft.keep({ typed: inForm, basedOn: fields.basedOn })
    } else if (kept !== null && differ(kept.typed, saved)) begin(kept.typed, kept.basedOn, true)
  }, [draft.isReady])

  useEffect(() => {
    if (answer === undefined) return
    const wrong = frame.current?.querySelector('[aria-invalid="true"]')
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [answer])

  return {
    ...fields,
    frame,
    typed,
    isTyped: differ(typed, saved) && !draft.isSaved,
    forget: draft.forget,
    noteTyped: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const now = typedIn(new FormData(currentTarget))
      setTyped(now)
      if (differ(now, saved)) draft.keep({ typed: now, basedOn: fields.basedOn })
      else draft.forget()
    },
    discard: () => {
      draft.forget()
      begin(saved, profile.updatedAt, false)
    },
  }
}

function RestoredNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice
      announce
      actions={
        <Button look="secondary" onClick={onDiscard}>
          保存されている内容に戻す
        </Button>
      }
    >
      <p>この端末に残っていた、書きかけの内容を戻しました。まだ保存されていません。</p>
    </Notice>
  )
}

/** Beside the button that was pressed, where it is seen. */
function Failure({ answer: { failure, newer } }: { readonly answer: ProfileAnswer }) {
  return (
    <Notice
      kind="error"
      actions={
        newer === null ? null : (
          <>
            <Button type="submit" look="danger" name="overwrite" value={newer}>
              この内容で上書きする
            </Button>
            <ButtonOutLink href={myPage}>保存されている内容を見る</ButtonOutLink>
          </>
        )
      }
    >
      <p>{profileFailures[failure]}</p>
    </Notice>
  )
}
