import type { Refusals } from '~/kernel/refusal.ts'
import { type CommentFault, longestComment } from './rules.ts'

export type PostCommentRefusal =
  | 'not_signed_in'
  | 'muted'
  | CommentFault
  | 'no_such_work'
  | 'too_many'
  | 'id_used'
export type DeleteCommentRefusal = 'not_signed_in' | 'not_found' | 'not_hers'

export const postRefusals: Refusals<PostCommentRefusal | 'failed' | 'offline'> = {
  empty: { status: 422, text: 'コメントを入力してください。' },
  too_long: { status: 422, text: `コメントは${longestComment}文字以内で入力してください。` },
  not_signed_in: {
    status: 401,
    text: 'ログインの有効期限が切れたため、コメントを投稿できませんでした。書いた内容は、この端末に残っています。',
  },
  muted: {
    status: 403,
    text: 'お店があなたのコメントを止めているため、いまはコメントを投稿できません。書いた内容は、この端末に残っています。お心当たりのないときは、お店にお問い合わせください。',
  },
  no_such_work: {
    status: 404,
    text: 'コメントを投稿できませんでした。この作品は削除されたか、公開が止められています。',
  },
  too_many: {
    status: 429,
    text: '続けてたくさんのコメントをいただきました。1分ほどたってから、もう一度お送りください。',
  },
  id_used: { status: 409, text: 'コメントの投稿に失敗しました。もう一度お送りください。' },
  failed: { status: 500, text: 'コメントの投稿に失敗しました。もう一度お送りください。' },
  offline: {
    status: 503,
    text: 'コメントの投稿に失敗しました。インターネットへの接続をお確かめのうえ、もう一度お送りください。',
  },
}

export const deleteRefusals: Refusals<DeleteCommentRefusal | 'failed' | 'offline'> = {
  not_signed_in: {
    status: 401,
    text: 'コメントの削除に失敗しました。ログインの有効期限が切れています。もう一度ログインしてください。',
  },
  not_found: { status: 404, text: 'このコメントは、すでに削除されています。' },
  not_hers: { status: 403, text: 'コメントの削除に失敗しました。ご自分のコメントだけを削除できます。' },
  failed: { status: 500, text: 'コメントの削除に失敗しました。もう一度お試しください。' },
  offline: {
    status: 503,
    text: 'コメントの削除に失敗しました。インターネットへの接続をお確かめのうえ、もう一度お試しください。',
  },
}
