import { type ReactNode, useState } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { href } from '~/href.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { isVisible, lengthText, tagsIn } from '~/kernel/text.ts'
import { Button, ButtonLink, ButtonOutLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import type { FormShape } from '~/ui/form-draft.ts'
import { Notice } from '~/ui/notice.tsx'
import { RestoredNotice } from '~/ui/restored-notice.tsx'
import { useFormDraft } from '~/ui/use-form-draft.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { longestName } from '../display-name.rules.ts'
import {
  mostInterests,
  type OwnProfile,
  type ProfileAnswer,
  type ProfileErrors,
  type ProfileText,
  profileFields,
  profileLimits,
  profilePreview,
  type ShownProfile,
  type TypedProfile,
  typedProfile,
  typedProfileIn,
} from '../form.rules.ts'
import { socialNetworks } from '../social-links.rules.ts'
import { profileLabels, profileRefusals, socialLinkHints } from '../texts.ts'
import { hasIntroduction, MemberHead, MemberPicture, SelfIntroduction } from './member-look.tsx'
import css from './profile-editor.module.css'

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
          <input type="hidden" name="member" value={editor.base.member} />
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

const shape: FormShape<TypedProfile, { readonly basedOn: number; readonly member: string }> = {
  typedIn: typedProfileIn,
  baseIn: (form) => ({ basedOn: versionOf(form, 'basedOn'), member: fieldOf(form, 'member') }),
  isSame: (a, b) => profileFields.every((field) => a[field] === b[field]),
}

const useEditor = (member: string, profile: OwnProfile, answer: ProfileAnswer | undefined) => {
  // What was typed stays with whom it is of, although another member may have signed in since.
  const owner = answer === undefined ? member : answer.member
  const saved = { typed: typedProfile(profile), base: { basedOn: profile.updatedAt, member } }
  return useFormDraft({
    shape,
    name: owner === '' ? '' : `galleryProfileDraft:${owner}`,
    isSavedAt: ({ pathname }) => pathname === myPage,
    saved,
    start:
      answer === undefined
        ? saved
        : { typed: answer.typed, base: { basedOn: answer.basedOn, member: answer.member } },
    answer,
  })
}

/** Beside the pressed button, where the member looks. */
function Failure({ answer: { failure, newer } }: { readonly answer: ProfileAnswer }) {
  return (
    <Notice
      kind="error"
      actions={
        failure === 'not_signed_in' ? (
          <ButtonOutLink href={href('/gallery/login')}>ログインする</ButtonOutLink>
        ) : newer === null ? null : (
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

interface FieldsProps {
  readonly start: TypedProfile
  readonly typed: TypedProfile
  readonly errors: ProfileErrors
}

function ProfileFields({
  onPhotoBusy,
  ...fields
}: FieldsProps & { readonly onPhotoBusy: (isBusy: boolean) => void }) {
  const { start, typed, errors } = fields
  return (
    <>
      <Section heading="基本情報">
        <PictureField
          label={profileLabels.photoURL}
          name="photoURL"
          rule="photo"
          shape="circle"
          required={false}
          defaultValue={start.photoURL}
          error={errors.photoURL}
          empty={<MemberPicture name={typed.displayName.trim()} photoUrl="" />}
          onBusy={onPhotoBusy}
        />
        <TextField
          label={profileLabels.displayName}
          name="displayName"
          required
          autoComplete="nickname"
          defaultValue={start.displayName}
          error={errors.displayName}
          hint={lengthText(typed.displayName, longestName)}
        />
        <LongText name="bio" rows={5} {...fields} />
      </Section>
      <Section heading="SNS・ウェブサイト">
        {socialNetworks.map((network) => (
          <TextField
            key={network}
            label={profileLabels[network]}
            name={network}
            inputMode="url"
            defaultValue={start[network]}
            error={errors[network]}
            hint={socialLinkHints[network]}
          />
        ))}
      </Section>
      <Section heading="くわしいプロフィール">
        {(['hometown', 'favoriteFood', 'cookingStyle'] as const).map((name) => (
          <TextField
            key={name}
            label={profileLabels[name]}
            name={name}
            defaultValue={start[name]}
            error={errors[name]}
            hint={lengthText(typed[name], profileLimits[name])}
          />
        ))}
        <TextField
          label={profileLabels.interests}
          name="interests"
          placeholder="刺し子、バッグ、リネン"
          defaultValue={start.interests}
          error={errors.interests}
          hint={`「、」か空白で区切って${mostInterests}個まで（いま${tagsIn(typed.interests).length}個）`}
        />
        <LongText name="personalStory" rows={8} {...fields} />
      </Section>
    </>
  )
}

function LongText({
  name,
  rows,
  start,
  typed,
  errors,
}: FieldsProps & { readonly name: ProfileText; readonly rows: number }) {
  return (
    <TextArea
      label={profileLabels[name]}
      name={name}
      rows={rows}
      defaultValue={start[name]}
      error={errors[name]}
      hint={lengthText(typed[name], profileLimits[name])}
    />
  )
}

function Section({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section className={css.section}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}
