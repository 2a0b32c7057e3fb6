import { useState } from 'react'
import { href } from '~/href.ts'
import { versionOf } from '~/kernel/form.ts'
import { isVisible } from '~/kernel/text.ts'
import { Button, ButtonLink, ButtonOutLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { FormShape } from '~/ui/form-draft.ts'
import { Notice } from '~/ui/notice.tsx'
import { RestoredNotice } from '~/ui/restored-notice.tsx'
import { useFormDraft } from '~/ui/use-form-draft.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import {
  type OwnProfile,
  type ProfileAnswer,
  profileFields,
  profilePreview,
  type ShownProfile,
  type TypedProfile,
  typedProfile,
  typedProfileIn,
} from '../profile.rules.ts'
import { profileRefusals } from '../profile.texts.ts'
import { hasIntroduction, MemberHead, SelfIntroduction } from './member-look.tsx'
import css from './profile-editor.module.css'
import { ProfileFields } from './profile-fields.tsx'

const myPage = href('/gallery/mypage')

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
  const { start, typed } = editor
  const isNameMissing = hasScript && !isVisible(typed.displayName)
  return (
    <div className={css.editor}>
      <div className={css.form}>
        <a className={css.toPreview} href="#profile-preview">
          プレビューを見る
        </a>
        {editor.isRestored ? <RestoredNotice onDiscard={editor.discard} /> : null}
        <FormCard
          key={editor.round}
          ref={editor.form}
          failed={profileRefusals.failed.text}
          onInput={editor.note}
        >
          <input type="hidden" name="basedOn" value={editor.base.basedOn} />
          <ProfileFields
            start={start}
            typed={typed}
            errors={answer?.errors ?? {}}
            onPhotoBusy={setPhotoBusy}
          />
          {answer === undefined ? null : <Failure answer={answer} />}
          {isNameMissing ? <p className="soft">表示名を入力すると、保存できます。</p> : null}
          <div className={css.buttons}>
            <ButtonLink to={myPage} look="secondary" wide>
              キャンセル
            </ButtonLink>
            <SubmitButton busy="保存しています…" disabled={isPhotoBusy || isNameMissing}>
              {isPhotoBusy ? '写真を送信しています…' : '保存する'}
            </SubmitButton>
          </div>
        </FormCard>
      </div>
      <ProfilePreview profile={{ ...profile, ...profilePreview(typed) }} />
    </div>
  )
}

const shape: FormShape<TypedProfile, { readonly basedOn: number }> = {
  typedIn: typedProfileIn,
  baseIn: (form) => ({ basedOn: versionOf(form, 'basedOn') }),
  isSame: (a, b) => profileFields.every((field) => a[field] === b[field]),
}

const useEditor = (member: string, profile: OwnProfile, answer: ProfileAnswer | undefined) => {
  const saved = { typed: typedProfile(profile), base: { basedOn: profile.updatedAt } }
  return useFormDraft({
    shape,
    name: member === '' ? '' : `galleryProfileDraft:${member}`,
    isSavedAt: ({ pathname }) => pathname === myPage,
    saved,
    start: answer === undefined ? saved : { typed: answer.typed, base: { basedOn: answer.basedOn } },
    answer,
  })
}

/** Beside the pressed button, where the member looks. */
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
      <p>{profileRefusals[failure].text}</p>
    </Notice>
  )
}

function ProfilePreview({ profile }: { readonly profile: ShownProfile }) {
  return (
    <section className={`stack-3 ${css.preview}`} id="profile-preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">プレビュー</h2>
      <p className="soft">ほかの方からは、このように見えます。</p>
      <div className={css.card}>
        <MemberHead profile={profile} />
        {hasIntroduction(profile) ? (
          <SelfIntroduction profile={profile} />
        ) : (
          <p className="soft">自己紹介を書くと、ここに表示されます。</p>
        )}
      </div>
    </section>
  )
}
