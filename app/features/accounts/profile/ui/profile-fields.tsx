import type { ReactNode } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { lengthText, tagsIn } from '~/kernel/text.ts'
import { TextArea, TextField } from '~/ui/form.tsx'
import { longestName } from '../display-name.rules.ts'
import {
  mostInterests,
  type ProfileErrors,
  type ProfileText,
  profileLimits,
  type TypedProfile,
} from '../profile.rules.ts'
import { profileLabels, socialLinkHints } from '../profile.texts.ts'
import { socialNetworks } from '../social-links.rules.ts'
import { MemberPicture } from './member-look.tsx'
import css from './profile-editor.module.css'

interface FieldsProps {
  readonly start: TypedProfile
  readonly typed: TypedProfile
  readonly errors: ProfileErrors
}

export function ProfileFields({
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
