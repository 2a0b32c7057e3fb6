import type { Transporter } from 'nodemailer'
import type { MailTable } from '#db/schema.ts'
import type { Env } from '../env.ts'

/** A mail on its way out. */
type OutgoingMail = Pick<MailTable, 'recipient' | 'subject' | 'text' | 'html' | 'messageId'>

export interface MailTransport {
  /** Takes a mail over, or rejects; then it was not sent, as far as anybody knows. Rejects at once when `cut` fires. */
  send(mail: OutgoingMail, cut: AbortSignal): Promise<void>
  /** Does a mail leave this machine? What stays here is shown by the mailbox page, and its words are kept for it. */
  readonly delivers: boolean
  close(): void
}

const connectLimitMs = 10_000
/** So long (ms) a mail server may take for one mail. */
export const sendLimitMs = 20_000

/** Keeps every mail for the mailbox page: the row in the outbox is all there is. */
const mailboxTransport: MailTransport = {
  delivers: false,
  send: async () => {},
  close: () => {},
}

/**
 * Sends over SMTP (`smtpUrl`, smtp:// or smtps://) in the name of `from`; at most `limitMs` (20 s) a mail, whose line is then cut,
 * so that nobody takes it afterwards. nodemailer is loaded for
 * the first one. The recipient is handed over as one address, so that nothing in it can become a second one.
 */
export const smtpTransport = (
  smtpUrl: string,
  from: string,
  limitMs: number = sendLimitMs,
): MailTransport => {
  let loading: Promise<Transporter> | undefined
  const load = () => {
    loading ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: smtpUrl,
        pool: true,
        maxConnections: 2,
        connectionTimeout: connectLimitMs,
        greetingTimeout: connectLimitMs,
        socketTimeout: sendLimitMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    )
    return loading
  }
  return {
    delivers: true,
    send: async (mail, cut) => {
      const transporter = await load()
      await transporter.sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([cut, AbortSignal.timeout(limitMs)]),
      })
    },
    close: () => void loading?.then((transporter) => transporter.close()),
  }
}

/**
 * The mailbox for a demo, whatever its settings say, for there anybody may order in anybody's name; else SMTP (a real shop
 * has both settings, or does not start).
 */
export const mailTransportOf = ({ SMTP_URL, MAIL_FROM }: Env, demo: boolean): MailTransport =>
  demo || SMTP_URL === undefined || MAIL_FROM === undefined
    ? mailboxTransport
    : smtpTransport(SMTP_URL, MAIL_FROM)
