import { tooManyRequests } from '~/kernel/refusal.ts'

export interface MemberNotice {
  readonly kind: 'good' | 'error'
  readonly text: string
}

const registered =
  '会員登録が済みました。確認のメールをお送りしましたので、メールのリンクからメールアドレスの確認をお願いします。'
const liked = 'いいねしました。'
const kept = '保存しました。マイページの「保存した作品」で、いつでも見られます。'
const notLiked = 'いいねの更新に失敗しました。しばらく時間をおいてから、もう一度お試しください。'
const notKept = '保存の更新に失敗しました。しばらく時間をおいてから、もう一度お試しください。'

/** By name in `?notice=`. */
const notices: ReadonlyMap<string, MemberNotice> = new Map([
  [
    'email-change-requested',
    {
      kind: 'good',
      text: '新しいメールアドレスに確認のメールを送信しました。メールのリンクで確認が済むまでは、今までのメールアドレスでログインできます。',
    },
  ],
  [
    'email-changed',
    {
      kind: 'good',
      text: 'メールアドレスを変更しました。新しいメールアドレスでログインしてください。',
    },
  ],
  [
    'email-restored',
    {
      kind: 'good',
      text: 'メールアドレスを元に戻し、すべての端末からログアウトしました。パスワードは使えなくなっています。お送りしたメールのリンクから新しいパスワードを設定してください。',
    },
  ],
  ['recipe-deleted', { kind: 'good', text: '作品を削除しました。' }],
  [
    'recipe-not-deleted',
    {
      kind: 'error',
      text: 'レシピの削除に失敗しました。ページを読み込み直してから、もう一度お試しください。',
    },
  ],
  ['like-on', { kind: 'good', text: liked }],
  ['like-off', { kind: 'good', text: 'いいねを取り消しました。' }],
  ['favourite-on', { kind: 'good', text: kept }],
  ['favourite-off', { kind: 'good', text: '保存を取り消しました。' }],
  ['like-failed', { kind: 'error', text: notLiked }],
  ['favourite-failed', { kind: 'error', text: notKept }],
  ['registered-like-on', { kind: 'good', text: `${liked}${registered}` }],
  ['registered-favourite-on', { kind: 'good', text: `${kept}${registered}` }],
  ['registered-like-failed', { kind: 'error', text: `${notLiked}${registered}` }],
  ['registered-favourite-failed', { kind: 'error', text: `${notKept}${registered}` }],
  [
    'favourite-not-removed',
    {
      kind: 'error',
      text: 'お気に入りの削除に失敗しました。ページを読み込み直してから、もう一度お試しください。',
    },
  ],
  ['profile-saved', { kind: 'good', text: 'プロフィールを保存しました。' }],
  ['recipe-saved', { kind: 'good', text: '作品を保存しました。' }],
  ['recipe-not-found', { kind: 'error', text: 'レシピが見つかりません' }],
  ['recipe-not-hers', { kind: 'error', text: 'このレシピを編集する権限がありません' }],
  ['email-verified', { kind: 'good', text: 'メールアドレスを確認しました。ありがとうございます。' }],
  ['registered', { kind: 'good', text: registered }],
  [
    'session-ended',
    {
      kind: 'error',
      text: 'ログアウトされているため、まだ保存や変更はできていません。もう一度ログインしてください。',
    },
  ],
  ['signed-out', { kind: 'good', text: 'ログアウトしました。' }],
  [
    'reset-sent',
    {
      kind: 'good',
      text: 'パスワードリセットメールを送信しました。メールのリンクから、1時間以内に新しいパスワードを設定してください。届かないときは、迷惑メールのフォルダーもお確かめください。',
    },
  ],
  [
    'password-reset',
    {
      kind: 'good',
      text: '新しいパスワードを設定し、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    },
  ],
  [
    'password-changed',
    {
      kind: 'good',
      text: 'パスワードを変更し、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    },
  ],
  [
    'account-deleted',
    { kind: 'good', text: 'アカウントを削除しました。ご利用いただき、ありがとうございました。' },
  ],
  [
    'verification-sent',
    {
      kind: 'good',
      text: '確認のメールを送信しました。届いたメールのリンクを開いて、確認を済ませてください。',
    },
  ],
  [
    'verification-not-sent',
    { kind: 'error', text: '確認のメールを送信できませんでした。もう一度お試しください。' },
  ],
  ['device-not-ended', { kind: 'error', text: '端末をログアウトできませんでした。もう一度お試しください。' }],
  ['device-ended', { kind: 'good', text: '選んだ端末をログアウトしました。' }],
  ['other-devices-ended', { kind: 'good', text: 'この端末のほかは、すべてログアウトしました。' }],
  ['too-many-requests', { kind: 'error', text: tooManyRequests.text }],
])

/** Registration returns to any page that asked for it. */
export const noticeOfAnyPage = 'registered'

/** Of a page that follows a sign-in or registration, and what had been pressed before it (R47). */
export const noticeAfter = (
  view: 'sign-in' | 'register',
  wanted: { readonly kind: 'like' | 'favourite'; readonly isDone: boolean } | undefined,
): string | undefined => {
  if (wanted === undefined) return view === 'register' ? noticeOfAnyPage : undefined
  const of = `${wanted.kind}-${wanted.isDone ? 'on' : 'failed'}`
  return view === 'register' ? `${noticeOfAnyPage}-${of}` : of
}

export const memberNotice = (name: string | null): MemberNotice | undefined =>
  name === null ? undefined : notices.get(name)
