export interface MemberNotice {
  readonly kind: 'good' | 'error'
  readonly text: string
}

/** The words of `muted` in the reactions, which are no part of an account. */
const likeMuted =
  'いいねの更新に失敗しました。お店があなたのコメントを止めているため、いまはいいねを付けられません。お心当たりのないときは、お店にお問い合わせください。'

const registered =
  '会員登録が済みました。確認のメールをお送りしましたので、メールのリンクからメールアドレスの確認をお願いします。'
const liked = 'いいねしました。'
const kept = '保存しました。マイページの「保存した作品」で、いつでも見られます。'
const notLiked = 'いいねの更新に失敗しました。しばらく時間をおいてから、もう一度お試しください。'
const notKept = '保存の更新に失敗しました。しばらく時間をおいてから、もう一度お試しください。'

/** By name in `?notice=`: those of a recipe's page, apart, since a recipe is often the first page of a visit. */
const notices: ReadonlyMap<string, MemberNotice> = new Map([
  ['like-on', { kind: 'good', text: liked }],
  ['like-off', { kind: 'good', text: 'いいねを取り消しました。' }],
  ['favourite-on', { kind: 'good', text: kept }],
  ['favourite-off', { kind: 'good', text: '保存を取り消しました。' }],
  ['like-failed', { kind: 'error', text: notLiked }],
  ['like-muted', { kind: 'error', text: likeMuted }],
  ['favourite-failed', { kind: 'error', text: notKept }],
  ['registered-like-on', { kind: 'good', text: `${liked}${registered}` }],
  ['registered-favourite-on', { kind: 'good', text: `${kept}${registered}` }],
  ['registered-like-failed', { kind: 'error', text: `${notLiked}${registered}` }],
  ['registered-like-muted', { kind: 'error', text: `${likeMuted}${registered}` }],
  ['registered-favourite-failed', { kind: 'error', text: `${notKept}${registered}` }],
  ['registered', { kind: 'good', text: registered }],
])

export const recipeNotice = (name: string | null): MemberNotice | undefined =>
  name === null ? undefined : notices.get(name)

/** Registration returns to any page that asked for it. */
export const noticeOfAnyPage = 'registered'

/** Of a page that follows a sign-in or registration, and what had been pressed before it (R47). */
export const noticeAfter = (
  view: 'sign-in' | 'register',
  wanted: { readonly kind: 'like' | 'favourite'; readonly outcome: 'on' | 'muted' | 'failed' } | undefined,
): string | undefined => {
  if (wanted === undefined) return view === 'register' ? noticeOfAnyPage : undefined
  const of = `${wanted.kind}-${wanted.outcome}`
  return view === 'register' ? `${noticeOfAnyPage}-${of}` : of
}
