import { z } from 'zod'
import { certificateFaultOf } from '../certificate-fault.ts'

/** In this order a mail goes out. */
export const mailSteps = ['name', 'connection', 'tls', 'login', 'sender', 'recipient', 'message'] as const
export type MailStep = (typeof mailSteps)[number]

/** Why a mail server took no mail. */
export const mailTroubles = [
  'host',
  'port',
  'silent',
  'closed',
  'no-mail-server',
  'certificate-expired',
  'certificate-name',
  'certificate-unknown',
  'tls',
  'no-tls',
  'helo',
  'password',
  'login-needed',
  'sender',
  'recipient',
  'relay',
  'later',
  'refused',
] as const
export type MailTrouble = (typeof mailTroubles)[number]

interface FoundTrouble {
  readonly step: MailStep
  readonly why: MailTrouble
}

const failure = z.object({
  message: z.string().default(''),
  code: z.string().default(''),
  /** Of the system or of TLS, where nodemailer has put a code of its own. */
  originalCode: z.string().default(''),
  command: z.string().default(''),
  response: z.string().default(''),
  responseCode: z.number().default(0),
  timeoutType: z.string().default(''),
})
type Failure = z.infer<typeof failure>

const needsLogin = /authenticat|log.?in/i
const notRelayed = /relay/i
const aboutHelo = /helo (?:command )?rejected|invalid (?:e?helo|hostname)|fully.qualified hostname/i
// Some servers judge HELO and sender only when they know the recipient.
const aboutSender = /sender (?:address )?rejected|\b[45]\.1\.[78]\b/i

const isLater = ({ responseCode }: Failure): boolean => responseCode >= 400 && responseCode < 500

/** What nodemailer's error means; `at` is the step that had been begun. */
export const troubleOf = (error: unknown, at: MailStep): FoundTrouble => {
  const read = failure.safeParse(error)
  return read.success ? judged(read.data, at) : { step: at, why: 'refused' }
}

const judged = (found: Failure, at: MailStep): FoundTrouble => {
  const { code, originalCode, command, response, message, timeoutType } = found
  const system = originalCode || code
  const certificate = certificateFaultOf(system)
  if (certificate !== undefined) return { step: 'tls', why: certificate }
  if (code === 'EDNS' || system === 'ENOTFOUND') return { step: 'name', why: 'host' }
  if (command === 'STARTTLS' && response !== '') return { step: 'tls', why: 'no-tls' }
  if (/^(?:ERR_SSL|EPROTO$|ETLS$)/.test(system)) return { step: 'tls', why: 'tls' }
  if (timeoutType === 'UPGRADE_TIMEOUT') return { step: 'tls', why: 'tls' }
  if (code === 'ETIMEDOUT' || code === 'EABORT') return { step: at, why: 'silent' }
  if (code === 'EAUTH') return { step: 'login', why: isLater(found) ? 'later' : 'password' }
  if (response !== '') return refusal(found, at)
  if (/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL)$/.test(system)) return { step: at, why: 'port' }
  if (/^E(?:CONNECTION|CONNRESET|PIPE)$/.test(system)) return { step: at, why: 'closed' }
  if (/greeting/i.test(message)) return { step: at, why: 'no-mail-server' }
  return { step: at, why: 'refused' }
}

/** The mail server's own no, which it may say later than what it is about. */
const refusal = (found: Failure, at: MailStep): FoundTrouble => {
  const { command, response, code } = found
  if (command === 'CONN' && code === 'EPROTOCOL')
    return { step: at, why: /^\d{3}[ -]/.test(response) ? whenRefused(found) : 'no-mail-server' }
  if (/^(?:EHLO|HELO)$/.test(command)) return { step: at, why: isLater(found) ? 'later' : 'helo' }
  if (aboutHelo.test(response)) return { step: 'sender', why: 'helo' }
  if (command === 'MAIL FROM' || (command === 'RCPT TO' && aboutSender.test(response)))
    return { step: 'sender', why: needsLogin.test(response) ? 'login-needed' : whenRefused(found, 'sender') }
  if (command !== 'RCPT TO') return { step: 'message', why: whenRefused(found) }
  if (needsLogin.test(response)) return { step: 'recipient', why: 'login-needed' }
  return { step: 'recipient', why: notRelayed.test(response) ? 'relay' : whenRefused(found, 'recipient') }
}

const whenRefused = (found: Failure, why: MailTrouble = 'refused'): MailTrouble =>
  isLater(found) ? 'later' : why

/** What is wrong, and what the owner can do about it. */
const texts: Readonly<Record<MailTrouble, readonly [what: string, next: string]>> = {
  host: ['メールサーバーの名前が見つかりません', 'SMTP_URL のサーバー名を確かめてください。'],
  port: [
    'メールサーバーにつながりません',
    'SMTP_URL のサーバー名とポート番号（587番か465番）、お店のコンピューターのインターネットを確かめてください。',
  ],
  silent: [
    'メールサーバーが返事をしません',
    'SMTP_URL のポート番号を確かめてください（smtp:// は587番、smtps:// は465番。25番は、多くの回線で閉じられています）。',
  ],
  closed: [
    'メールサーバーが、途中で接続を切りました',
    'SMTP_URL の始まりとポート番号を確かめてください（smtp:// は587番、smtps:// は465番）。',
  ],
  'no-mail-server': [
    'つながった先が、メールサーバーではありません',
    'SMTP_URL のサーバー名とポート番号（587番か465番）を確かめてください。',
  ],
  'certificate-expired': [
    'メールサーバーの証明書が、期限の外にあります',
    'お店のコンピューターの時計を確かめ、合っていればメールサーバーの会社に知らせてください。',
  ],
  'certificate-name': [
    'メールサーバーの証明書が、SMTP_URL のサーバー名のものではありません',
    'SMTP_URL に、証明書にあるサーバー名を書いてください。',
  ],
  'certificate-unknown': [
    'メールサーバーの証明書を、確かめられません',
    'SMTP_URL のサーバー名を確かめてください。ご自分の認証局の証明書なら NODE_EXTRA_CA_CERTS にそのファイルを、お店と同じコンピューターのメールサーバーなら SMTP_URL の終わりに ?ignoreTLS=true を書いてください。',
  ],
  tls: [
    'メールサーバーと、暗号化を始められません',
    'SMTP_URL の始まりとポート番号を確かめてください（smtp:// は587番、smtps:// は465番）。',
  ],
  'no-tls': [
    'メールサーバーが暗号化（TLS）に応じないので、パスワードを送りませんでした',
    '暗号化できるポート（smtp:// の587番か、smtps:// の465番）を SMTP_URL に書いてください。ほかの人が通らない線の中だけなら、SMTP_PLAIN_PASSWORD=1 で暗号化せずに送れます。',
  ],
  helo: [
    'メールサーバーが、お店のサーバーの名乗り（HELO）を受けつけません',
    'SMTP_HELO に、お店のサーバーの名前を書いてください。',
  ],
  password: [
    'メールサーバーのユーザー名かパスワードが通りません',
    'SMTP_URL のユーザー名とパスワードを確かめてください（@ は %40 のように書きます。アプリ用のパスワードが要るところもあります）。',
  ],
  'login-needed': [
    'メールサーバーが、ログインを求めています',
    'SMTP_URL に、smtp://ユーザー名:パスワード@サーバー名:587 のように書いてください。',
  ],
  sender: [
    '差出人（MAIL_FROM）が受けつけられません',
    'MAIL_FROM に、SMTP_URL のユーザーが差し出してよいアドレスを書いてください。',
  ],
  recipient: ['宛先が受けつけられません', '宛先のアドレス（お店あてなら OWNER_EMAIL）を確かめてください。'],
  relay: [
    'メールサーバーが、よそへのメールを引き受けません',
    'SMTP_URL にユーザー名とパスワードを書くか、メールサーバーの会社に、お店から送れるようにしてもらってください。',
  ],
  later: [
    'メールサーバーが、いまは受け取れません',
    'しばらくして直らなければ、メールサーバーの会社に聞いてください。',
  ],
  refused: [
    'メールサーバーに断られました',
    'メールサーバーの言葉を確かめて、SMTP_URL と MAIL_FROM を直してください。',
  ],
}

/** What is wrong, and what to do: two sentences. */
export const troubleSentence = (why: MailTrouble): string => texts[why].join('。')

/** Steps that only a mail takes. */
const mailOnly: readonly MailStep[] = ['sender', 'recipient', 'message']

export const needsMail = (step: MailStep): boolean => mailOnly.includes(step)

/** Whether waiting may mend it; else only the owner, or who runs the mail server. */
export const mayPass = (why: MailTrouble): boolean =>
  ['host', 'port', 'silent', 'closed', 'later'].includes(why)
