import { data, redirect } from 'react-router'
import { saveProfile } from '~/features/accounts/profile/commands.server.ts'
import { shopNamesOf } from '~/features/accounts/profile/display-name.rules.ts'
import {
  type ProfileAnswer,
  type ProfileFailure,
  profileOfAnswer,
} from '~/features/accounts/profile/form.rules.ts'
import { readProfileForm } from '~/features/accounts/profile/form.server.ts'
import { ownProfile } from '~/features/accounts/profile/queries.server.ts'
import { noSuchPhotoText, profileRefusals } from '~/features/accounts/profile/texts.ts'
import { ProfileEditor } from '~/features/accounts/profile/ui/profile-editor.tsx'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { errorFields } from '~/server/log.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext, typedAnswerContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/profile-edit'

const path = href('/gallery/profile-edit')

const signInFirst = () => redirect(loginPath(path))

/** The member's own profile, null for a form whose session has ended. If it cannot be read there is no form, because saving would overwrite it. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const read = await readOrFailure(ctx, 'profile', async (db) => {
    const { actor } = ctx
    return actor.kind === 'member' ? { member: actor.id, profile: await ownProfile(db, actor.id) } : undefined
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  const { member, profile } = read.value ?? {}
  if (member === undefined && context.get(typedAnswerContext)) return null
  if (member === undefined || profile === undefined) throw signInFirst()
  return { member, profile }
}

/** Saves the form, or returns what was typed with its errors. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const { typed, profile, basedOn, member, ignored } = readProfileForm(form, shopNamesOf(ctx.settings))
  const answer = (failure: ProfileFailure, parts: Partial<ProfileAnswer> = {}) => {
    context.set(typedAnswerContext, true)
    return data<ProfileAnswer>(
      { typed, basedOn, member, errors: {}, newer: null, failure, ...parts },
      { status: profileRefusals[failure].status },
    )
  }
  try {
    if (ctx.actor.kind !== 'member') return answer('not_signed_in')
    if (ignored.length > 0)
      ctx.log.warn('fields of a profile that its member may not write were ignored', {
        member: ctx.actor.id,
        fields: ignored.slice(0, 20).map((field) => field.slice(0, 40)),
      })
    if (!profile.ok) return answer('faults', { errors: profile.error })
    const saved = await saveProfile(ctx, ctx.actor, { profile: profile.value, basedOn, member })
    if (saved.ok) return redirect(href('/gallery/mypage', { notice: 'profile-saved' }))
    const { reason } = saved.error
    if (reason === 'not_signed_in' || reason === 'other_member') return answer(reason)
    if (saved.error.reason === 'no_such_photo')
      return answer('faults', { errors: { photoURL: noSuchPhotoText } })
    return answer('changed_meanwhile', { newer: saved.error.updatedAt })
  } catch (error) {
    ctx.log.error('profile could not be saved', errorFields(error))
    return answer('failed')
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  return (
    <Page heading="プロフィールを編集">
      <PageMeta title="プロフィールを編集" noindex />
      {loaderData !== null && 'profile' in loaderData ? (
        <ProfileEditor {...loaderData} answer={answer} />
      ) : answer !== undefined ? (
        // What was typed is given back whatever could be read (R45); its draft is that of whose form it was.
        <ProfileEditor member="" profile={profileOfAnswer(answer)} answer={answer} />
      ) : loaderData === null ? null : (
        <LoadFailure what="プロフィール" {...loaderData.failure} />
      )}
    </Page>
  )
}
