import type { ShownProfile } from '../profile.rules.ts'
import { introducesHerself, MemberHead, SelfIntroduction } from './member-look.tsx'
import css from './profile-editor.module.css'

/** What others will see, while it is typed. */
export function ProfilePreview({ profile }: { readonly profile: ShownProfile }) {
  return (
    <section className={css.preview} id="profile-preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">プレビュー</h2>
      <p className={css.about}>ほかの方からは、このように見えます。</p>
      <div className={css.card}>
        <MemberHead profile={profile} />
        {introducesHerself(profile) ? (
          <SelfIntroduction profile={profile} />
        ) : (
          <p className={css.about}>自己紹介を書くと、ここに表示されます。</p>
        )}
      </div>
    </section>
  )
}
