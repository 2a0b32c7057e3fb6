import type { Refusals } from '~/kernel/refusal.ts'

export const memberRefusals = {
  gone: { status: 409, text: 'この会員は、もういません。' },
  'no-device': { status: 409, text: 'この端末は、もうログアウトしています。' },
  'at-desk': {
    status: 409,
    text: 'お店の人のアカウントは、先に「お店の人」の画面で外してから削除してください。',
  },
  'last-owner': { status: 409, text: 'ただひとりの店主のアカウントは削除できません。' },
} as const satisfies Refusals<string>

interface Sheet {
  readonly title: string
  readonly sentence: string
  readonly button: string
  readonly danger: boolean
}

/** The sheets of a member's page, by the last word of their address. */
export const memberSheets = {
  'stop-posting': {
    title: '作品の投稿を止める',
    sentence:
      '次の操作から、新しい作品も新しい写真も投稿できなくなります。いまある作品はそのままで、ご本人が文章を直したり、消したりはできます。直されては困るときは、作品を隠すか、会員を停止してください。',
    button: '投稿を止める',
    danger: true,
  },
  'allow-posting': {
    title: '作品の投稿を戻す',
    sentence: '次の操作から、また作品を投稿できます。',
    button: '投稿できるようにする',
    danger: false,
  },
  'stop-commenting': {
    title: 'コメントを止める',
    sentence: '次の操作から、コメントを書けなくなります。いまある作品とコメントはそのままです。',
    button: 'コメントを止める',
    danger: true,
  },
  'allow-commenting': {
    title: 'コメントを戻す',
    sentence: '次の操作から、またコメントを書けます。',
    button: 'コメントできるようにする',
    danger: false,
  },
  suspend: {
    title: '会員を停止する',
    sentence:
      'すべての端末からログアウトし、作品・プロフィール・コメントが見えなくなります。ご注文はそのままです。いつでも元に戻せます。',
    button: '停止する',
    danger: true,
  },
  lift: {
    title: '停止を解く',
    sentence: '作品・プロフィール・コメント・いいねが元のとおりに戻り、またログインできます。',
    button: '停止を解く',
    danger: false,
  },
  'end-devices': {
    title: '端末をログアウトする',
    sentence: '次の操作から、ログインし直すまで会員のページを使えません。',
    button: 'ログアウトする',
    danger: true,
  },
  delete: {
    title: 'アカウントを削除する',
    sentence:
      'ご本人からメールで頼まれたときだけ、押してください。作品・プロフィール・いいねが消え、元に戻せません。ほかの方の作品へのコメントは、名前を消して残ります。ご注文は残ります。',
    button: '削除する',
    danger: true,
  },
} as const satisfies Readonly<Record<string, Sheet>>

export type MemberSheet = keyof typeof memberSheets

export const isMemberSheet = (text: string): text is MemberSheet => Object.hasOwn(memberSheets, text)
