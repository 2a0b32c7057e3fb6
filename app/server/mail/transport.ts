import type { Transporter } from 'nodemailer'
import type { MailTable } from '#db/schema.ts'
import type { Env } from '../env.ts'

type OutgoingMail = Pick<MailTable, 'recipient' | 'subject' | 'text' | 'html' | 'messageId'>

export interface MailTransport {
  /** Rejects when the mail was not sent as far as is known, and at once when `abort` fires. */
  send(mail: OutgoingMail, abort: AbortSignal): Promise<void>
  /** False: mails stay here, and their text is kept for the mailbox page. */
  readonly delivers: boolean
  close(): void
}

/** SMTP connections per process. */
export const mailsAtOnce = 6
const connectLimitMs = 10_000
export const sendLimitMs = 20_000

const mailboxTransport: MailTransport = {
  delivers: false,
  send: async () => {},
  close: () => {},
}

/** `smtpUrl` is smtp:// or smtps://; nodemailer is loaded for the first mail. */
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
        maxConnections: mailsAtOnce,
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
    send: async (mail, abort) => {
      const transporter = await load()
      await transporter.sendMail({
        from,
        // As an object, so that no part of it is read as a second address.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([abort, AbortSignal.timeout(limitMs)]),
      })
    },
    close: () => void loading?.then((transporter) => transporter.close()),
  }
}

/** A demo sends nothing, whatever its settings say: anybody may order in anybody's name there. */
export const mailTransportOf = ({ SMTP_URL, MAIL_FROM }: Env, demo: boolean): MailTransport =>
  demo || SMTP_URL === undefined || MAIL_FROM === undefined
    ? mailboxTransport
    : smtpTransport(SMTP_URL, MAIL_FROM)
