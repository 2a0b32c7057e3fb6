import type { Transporter } from 'nodemailer'
import type { Env } from '../env.ts'
import type { WaitOutside } from '../http/render-lanes.ts'
import { type MailTrial, tryMailServer } from './mail-trial.ts'
import {
  messageOf,
  type OutgoingMail,
  type SmtpChoices,
  senderDomain,
  sendLimitMs,
  smtpOptions,
} from './smtp.ts'

export interface MailTransport {
  /** Rejects when the mail was not sent as far as is known, and at once when `abort` fires. */
  send(mail: OutgoingMail, abort: AbortSignal): Promise<void>
  /** False: mails stay here, and their text is kept for the mailbox page. */
  readonly delivers: boolean
  /** Of the Message-IDs of new mails (N67). */
  readonly domain: string
  /** Tells each step of the way of a mail, or as far as the login; null where nothing is delivered. */
  tryOut(mail: OutgoingMail | null, abort?: AbortSignal): Promise<MailTrial | null>
  close(): void
}

/** SMTP connections per process. */
export const mailsAtOnce = 6

const mailboxTransport = (domain: string): MailTransport => ({
  delivers: false,
  domain,
  send: async () => {},
  tryOut: async () => null,
  close: () => {},
})

/** `url` is smtp:// or smtps://, `limitMs` for one mail or trial; nodemailer is loaded for the first of them. */
export const smtpTransport = (
  url: string,
  from: string,
  { limitMs = sendLimitMs, ...choices }: SmtpChoices & { readonly limitMs?: number } = {},
): MailTransport => {
  const settings = { url, from, ...choices }
  let loading: Promise<Transporter> | undefined
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...(await smtpOptions(settings)),
      pool: true,
      maxConnections: mailsAtOnce,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  const within = (abort?: AbortSignal) =>
    AbortSignal.any([...(abort ? [abort] : []), AbortSignal.timeout(limitMs)])
  return {
    delivers: true,
    domain: senderDomain(from),
    send: async (mail, abort) => {
      loading ??= load()
      const transporter = await loading
      await transporter.sendMail({ ...messageOf(mail, from), signal: within(abort) })
    },
    tryOut: (mail, abort) => tryMailServer(settings, mail, within(abort)),
    close: () => void loading?.then((transporter) => transporter.close()),
  }
}

/** While the mail server is tried, pages are drawn. */
export const mailOutside = (mail: MailTransport, waitOutside: WaitOutside): MailTransport => ({
  ...mail,
  tryOut: (each, abort) => waitOutside(() => mail.tryOut(each, abort)),
})

export const smtpChoicesOf = ({ SMTP_HELO, SMTP_PLAIN_PASSWORD }: Env): SmtpChoices => ({
  helo: SMTP_HELO,
  plainPassword: SMTP_PLAIN_PASSWORD,
})

/** A demo sends nothing, whatever its settings say: anybody may order in anybody's name there. */
export const mailTransportOf = (env: Env, demo: boolean): MailTransport => {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  return demo || url === undefined || from === undefined
    ? mailboxTransport(senderDomain(from))
    : smtpTransport(url, from, smtpChoicesOf(env))
}
