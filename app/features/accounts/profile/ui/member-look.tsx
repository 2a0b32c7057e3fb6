import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { formatNumber } from '~/kernel/money.ts'
import { isVisible } from '~/kernel/text.ts'
import { Facts } from '~/ui/facts.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import type { ProfileStats, ShownProfile } from '../form.rules.ts'
import { memberFaceOf } from '../rules.ts'
import { formerNetworks, formerSocialLink, socialNetworks } from '../social-links.rules.ts'
import { formerNetworkNames, profileLabels } from '../texts.ts'
import css from './member-look.module.css'

/** Without alternative text, because the name stands beside it. */
export function MemberPicture({ name, photoUrl }: { readonly name: string; readonly photoUrl: string }) {
  return photoUrl === '' ? (
    <span className={css.circle} aria-hidden="true">
      {memberFaceOf(name, null).initial}
    </span>
  ) : (
    <img className={css.circle} src={smallPictureUrl(photoUrl)} alt="" width="72" height="72" />
  )
}

export function MemberHead({
  profile: { displayName, photoURL, joinDate },
  stats,
}: {
  readonly profile: Pick<ShownProfile, 'displayName' | 'photoURL' | 'joinDate'>
  readonly stats?: ProfileStats
}) {
  return (
    <div className={css.head}>
      <MemberPicture name={displayName} photoUrl={photoURL} />
      <div className={css.who}>
        <p className={css.name}>{displayName === '' ? '（表示名なし）' : displayName}</p>
        {joinDate === '' ? null : <p className="soft">{joinDate}に参加</p>}
        {stats === undefined ? null : (
          <dl className={css.counts}>
            <div>
              <dt>作品</dt>
              <dd>{formatNumber(stats.totalRecipes)}</dd>
            </div>
            <div>
              <dt>いいね</dt>
              <dd>{formatNumber(stats.totalLikes)}</dd>
            </div>
          </dl>
        )}
      </div>
    </div>
  )
}

// Members' links must not gain rank with search engines (R6).
const rel = 'ugc nofollow'

const formerLinks = ({ formerSNS }: ShownProfile) =>
  formerNetworks.map((network) => ({
    name: formerNetworkNames[network],
    href: formerSocialLink(network, formerSNS[network]) ?? '',
  }))

export function SelfIntroduction({ profile }: { readonly profile: ShownProfile }) {
  const { bio, personalStory, interests, achievements, authorSNS } = profile
  const facts = (['hometown', 'favoriteFood', 'cookingStyle'] as const)
    .filter((name) => isVisible(profile[name]))
    .map((name) => ({ name: profileLabels[name], value: profile[name] }))
  const links = [
    ...socialNetworks.map((network) => ({ name: profileLabels[network], href: authorSNS[network] })),
    ...formerLinks(profile),
  ].filter(({ href }) => href !== '')
  return (
    <>
      {isVisible(bio) ? <PlainText text={bio} rel={rel} /> : null}
      {facts.length === 0 ? null : <Facts facts={facts} />}
      {!isVisible(personalStory) ? null : (
        <div className={css.part}>
          <h3>{profileLabels.personalStory}</h3>
          <PlainText text={personalStory} rel={rel} />
        </div>
      )}
      <Words name={profileLabels.interests} words={interests} />
      <Words name="これまでの実績" words={achievements} />
      {links.length === 0 ? null : (
        <ul className={css.links} aria-label="SNSとウェブサイト">
          {links.map(({ name, href }) => (
            <li key={name}>
              <OutLink href={href} rel={rel} plainHttp>
                {name}
              </OutLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const hasIntroduction = (profile: ShownProfile): boolean =>
  [
    profile.bio,
    profile.hometown,
    profile.favoriteFood,
    profile.cookingStyle,
    profile.personalStory,
    ...profile.interests,
    ...profile.achievements,
    ...Object.values(profile.authorSNS),
    ...formerLinks(profile).map(({ href }) => href),
  ].some(isVisible)

function Words({ name, words }: { readonly name: string; readonly words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div className={css.part}>
      <h3>{name}</h3>
      <ul className={`row-2 ${css.tags}`}>
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </div>
  )
}
