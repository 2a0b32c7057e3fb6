export interface UndeliveredMail {
  readonly id: string
  readonly subject: string
  readonly recipient: string
  /** Of the order that it is about. */
  readonly orderNumber: string | null
  /** The buyer's mail of an order, which its owner may send again. */
  readonly isSentAgain: boolean
  /** Given up; otherwise it will be retried. */
  readonly isDead: boolean
  readonly attempts: number
  readonly why: ShownTrouble
  /** Epoch ms. */
  readonly createdAt: number
}

/** Columns of the list that sort it. */
export type MailSort = 'at' | 'subject' | 'recipient'

export type MailFilterKey = 'state'

export interface ShownTrouble {
  /** Empty when the mail has not been tried yet. */
  readonly text: string
  /** The mail server's own words, for a helper; empty when `text` says all. */
  readonly said: string
}

/** The first that matches: enhanced codes of RFC 3463 before the plain ones, which say less. */
const troubles: ReadonlyArray<readonly [RegExp, string]> = [
  [/certificate|altnames/i, 'お店のメールサーバの証明書を確かめられません'],
  [
    /with STARTTLS|initiating TLS|ssl routines|wrong version number/i,
    'お店のメールサーバと、暗号化を始められません',
  ],
  [/invalid login|\b5\.7\.8\b|\b535\b/i, 'お店のメールのユーザー名かパスワードが通りません'],
  [
    /^mail command failed|sender|\b5\.1\.[78]\b|relay|authenticat|log.?in|starttls|\b53[0-8]\b/i,
    'お店のメールの設定（差出人やログイン）が受けつけられていません',
  ],
  [
    /\b(?:ECONN\w+|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|E(?:HOST|NET)UNREACH|ESOCKET)\b|timeout|greeting never|(?:socket|connection) close/i,
    'メールサーバにつながりません',
  ],
  [/\b[45]\.2\.2\b|mailbox (?:is )?full|over ?quota|quota exceeded/i, '相手の受信箱がいっぱいです'],
  [/\b4\d\d[ -]/, '相手のメールサーバが、いまは受け取れません'],
  [
    /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b|user unknown|unknown user|no such user/i,
    '相手のアドレスが見つかりません',
  ],
  [
    /\b5\.7\.[0-9]+\b|spam|block|black.?list|reputation|polic/i,
    '相手のメールサーバが、お店からのメールを断っています',
  ],
  [/\b5\d\d[ -]/, '相手のメールサーバに断られました'],
]

const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** What the owner reads of the last error of a mail. Our own sentences are Japanese already. */
export const mailTrouble = (lastError: string | null): ShownTrouble => {
  if (lastError === null || isJapanese.test(lastError)) return { text: lastError ?? '', said: '' }
  const text = troubles.find(([pattern]) => pattern.test(lastError))?.[1] ?? '送れませんでした'
  return { text, said: lastError }
}
