import type { Refusals } from '~/kernel/refusal.ts'
import { longestName, type NameFault } from './display-name.rules.ts'
import type { ProfileFailure, ProfileField } from './form.rules.ts'
import { longestAddress, type SocialLinkRefusal, type SocialNetwork } from './social-links.rules.ts'

export const profileLabels: Readonly<Record<ProfileField, string>> = {
  displayName: '表示名',
  photoURL: 'プロフィール写真',
  bio: '自己紹介',
  instagram: 'Instagram',
  twitter: 'X（旧Twitter）',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  website: 'ウェブサイト',
  hometown: '出身地',
  favoriteFood: '好きな食べ物',
  cookingStyle: 'ものづくりのスタイル',
  interests: '興味のあること',
  personalStory: '私のストーリー',
}

export const nameTexts: Readonly<Record<NameFault, string>> = {
  name_missing: '表示名を入力してください。',
  name_too_long: `表示名は${longestName}文字以内で入力してください。`,
  name_unreadable: '表示名に使えない文字が含まれています。',
  name_reserved: 'この表示名はお店と間違えられるため使えません。別の表示名を入力してください。',
}

export const formerNetworkNames = { facebook: 'Facebook', line: 'LINE' } as const

export const socialLinkHints: Readonly<Record<SocialNetwork, string>> = {
  instagram: '@hana_sews のようなユーザーネームか、プロフィールのURL',
  twitter: '@hana_sews のようなユーザー名か、プロフィールのURL',
  youtube: '@hana-sews のようなハンドルか、チャンネルのURL',
  tiktok: '@hana_sews のようなユーザー名か、プロフィールのURL',
  website: 'https://example.com のようなURL',
}

export const socialLinkFault = (network: SocialNetwork, refusal: SocialLinkRefusal): string =>
  refusal === 'too_long'
    ? `URLが長すぎます。${longestAddress}文字以内で入力してください。`
    : network === 'website'
      ? 'URLとして読み取れません。https:// から始まるウェブサイトのURLを入力してください。'
      : `${profileLabels[network]}のURLとして読み取れません。ユーザー名か、${profileLabels[network]}のプロフィールのURLを入力してください。`

export const noSuchPhotoText =
  'この写真は使えないか、時間がたって片づけられています。もう一度選んでください。'

export const profileRefusals: Refusals<ProfileFailure> = {
  failed: { status: 500, text: 'プロフィールの更新に失敗しました。もう一度お試しください。' },
  faults: { status: 422, text: '保存できませんでした。赤い文字で示したところを直してください。' },
  not_signed_in: {
    status: 401,
    text: 'ログインの期限が切れました。新しいタブでログインしてから、このページでもう一度「保存する」を押してください。入力した内容は残っています。',
  },
  other_member: {
    status: 409,
    text: 'いまは、別の会員としてログインしています。まだ保存していません。入力した内容はこの画面に残っています。新しいタブで元の会員としてログインし直してから、もう一度「保存する」を押してください。',
  },
  changed_meanwhile: {
    status: 409,
    text: 'このプロフィールは、別の画面や端末で先に更新されています。入力した内容はこの画面に残っていて、まだ保存していません。',
  },
}
