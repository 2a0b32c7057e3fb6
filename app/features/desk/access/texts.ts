import { linkHours } from '~/kernel/mail.ts'
import type { Refusals } from '~/kernel/refusal.ts'

export const proofRefusals = {
  'not-found': { status: 404, text: 'ページが見つかりません。' },
  wrong_code: {
    status: 422,
    text: 'コードが正しくありません。一度使ったコードは使えません。アプリに出ている新しいコードを入れてください。',
    field: 'code',
  },
  locked: {
    status: 429,
    text: '違うコードが続いたため、15分間コードを受け付けません。しばらくたってからお試しください。',
    field: 'code',
  },
  password_missing: { status: 422, text: 'パスワードを入力してください。', field: 'password' },
  wrong_password: { status: 422, text: 'パスワードが正しくありません。', field: 'password' },
  too_many_requests: {
    status: 429,
    text: 'パスワードの間違いが続きました。15分ほどたってからお試しください。',
    field: 'password',
  },
  wrong_passkey: {
    status: 422,
    text: '顔・指紋で確かめられませんでした。もう一度試すか、コードを入れてください。',
  },
} as const satisfies Refusals<string>

export type ProofFailure = keyof typeof proofRefusals

export const roleNames = { owner: '店主', packer: '発送係' } as const

export const peopleRefusals = {
  'bad-email': { status: 422, text: 'メールアドレスを確かめてください。', field: 'email' },
  'unknown-member': {
    status: 422,
    text: 'このメールアドレスの会員はいません。先に、ギャラリーで会員登録をしてもらってください。',
    field: 'email',
  },
  'not-verified': {
    status: 422,
    text: 'この方は、まだメールアドレスの確認が済んでいません。届いた確認メールのリンクを開いてもらってください。',
    field: 'email',
  },
  'already-there': { status: 409, text: 'この方は、もうお店の机に入れます。', field: 'email' },
  'not-at-desk': { status: 409, text: 'ほかの画面で先に終わっています。' },
  'is-owner': { status: 409, text: '店主は、いつでも在庫を数えられます。' },
  'last-owner': {
    status: 409,
    text: '店主がいなくなってしまうため、外せません。先に、ほかの方を店主として招待してください。',
  },
  'last-factor': {
    status: 409,
    text: 'この顔・指紋のほかに入る方法がないため、取り除けません。',
  },
  'no-passkey': { status: 422, text: 'この端末の顔・指紋を設定できませんでした。もう一度お試しください。' },
  'not-waiting': {
    status: 409,
    text: 'この招待は、もう使われたか、期限が切れています。お店の人の一覧を確かめてください。',
  },
} as const satisfies Refusals<string>

export const deskPersonActs = {
  invite: {
    title: 'お店の人を招待する',
    sentence: `${linkHours.invitation}時間有効な招待のメールを送ります。`,
    button: '招待のメールを送る',
    done: '招待のメールを送りました。届かないときは、アドレスを確かめて、もう一度招待してください。',
    danger: false,
  },
  withdraw: {
    title: '招待を取り消す',
    sentence: '届いたメールのリンクは、使えなくなります。',
    button: '取り消す',
    done: '招待を取り消しました。届いたメールのリンクは、もう使えません。入ってもらうときは、もう一度招待してください。',
    danger: true,
  },
  end: {
    title: 'お店の人から外す',
    sentence: '次の操作から、お店の机に入れなくなります。',
    button: '外す',
    done: 'お店の人から外しました。戻すには、もう一度招待してください。',
    danger: true,
  },
  count: {
    title: '在庫を数えてもらう',
    sentence: '反物の受け取り・数え直し・売り切れが、この方にもできるようになります。',
    button: '数えてもらう',
    done: '在庫を数えてもらうようにしました。',
    danger: false,
  },
  'no-count': {
    title: '在庫を数えるのをやめてもらう',
    sentence: '次の操作から、在庫は見るだけになります。',
    button: '見るだけにする',
    done: '在庫は見るだけにしました。',
    danger: false,
  },
  device: {
    title: '端末をログアウトする',
    sentence: 'もう一度コードを入れるまで、この端末では入れません。',
    button: 'ログアウトする',
    done: '端末をログアウトしました。',
    danger: true,
  },
  codes: {
    title: '予備のコードを新しく出す',
    sentence: 'これまでの予備のコードは使えなくなります。',
    button: '新しく出す',
    // New codes are shown at once. This is read only after an answer was lost with them.
    done: '予備のコードは、もう新しくなっています。控えていないときは、もう一度新しく出してください。',
    danger: false,
  },
  passkey: {
    title: 'この端末の顔・指紋を加える',
    sentence: '次から、画面のロックを外すのと同じ操作で入れます。',
    button: '加える',
    done: '顔・指紋を加えました。',
    danger: false,
  },
  'passkey-remove': {
    title: '顔・指紋を取り除く',
    sentence: 'この顔・指紋では入れなくなります。',
    button: '取り除く',
    done: '顔・指紋を取り除きました。',
    danger: true,
  },
  reset: {
    title: '入り方をはじめから設定し直す',
    sentence:
      '認証アプリ・顔・指紋・予備のコードを取り消し、すべての端末からログアウトします。すぐに設定し直します。',
    button: '設定し直す',
    done: null,
    danger: true,
  },
} as const

export type DeskPersonAct = keyof typeof deskPersonActs

export const isDeskPersonAct = (text: string): text is DeskPersonAct => Object.hasOwn(deskPersonActs, text)
