import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { MailTable } from '#db/schema.ts'

export interface OutgoingMail
  extends Pick<MailTable, 'recipient' | 'subject' | 'text' | 'html' | 'messageId'> {
  /** Of a mail that a person wrote; without it a mail is marked as automatic. */
  readonly replyTo?: string | null
}

export interface SmtpChoices {
  /** Otherwise the sender's domain (N67). */
  readonly helo?: string | undefined
  /** Whether a password may go to another machine without TLS (N67). */
  readonly plainPassword?: boolean
}

/** How one mail server is spoken to, for mails and for trials alike. */
export interface SmtpSettings extends SmtpChoices {
  /** smtp:// or smtps:// */
  readonly url: string
  /** An address, or a name and <an address>. */
  readonly from: string
}

export interface SmtpOptions extends SMTPConnectionOptions {
  readonly host: string
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

const connectLimitMs = 10_000
export const sendLimitMs = 20_000

const noDomain = 'mail.shop.invalid'

/** In ASCII; of new Message-IDs and HELO (N67). */
export const senderDomain = (from = ''): string =>
  domainToASCII(/@([^@>]+)>?$/.exec(from)?.[1] ?? '') || noDomain

/** What goes there does not leave this machine. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** Whether an address gives a password and rules out the TLS without which it is not sent (N67). */
export const refusesTls = (url: string): boolean => {
  const { protocol, hostname, username, searchParams } = URL.parse(url) ?? new URL('smtp://localhost')
  return (
    protocol === 'smtp:' &&
    username !== '' &&
    !isLoopback(hostname) &&
    searchParams.get('ignoreTLS') === 'true'
  )
}

/** For nodemailer, which is loaded for the first mail. */
export const smtpOptions = async ({ url, from, helo, plainPassword }: SmtpSettings): Promise<SmtpOptions> => {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const { host = 'localhost', auth, ...given } = parseConnectionUrl(url)
  const domain = senderDomain(from)
  return {
    ...(domain === noDomain ? {} : { name: domain }),
    ...given,
    ...(helo === undefined ? {} : { name: helo }),
    host,
    auth,
    // Otherwise whoever answers has the password by offering no TLS.
    ...(auth === undefined || plainPassword || isLoopback(host) ? {} : { requireTLS: true }),
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: sendLimitMs,
  }
}

/** For nodemailer. */
export const messageOf = (mail: OutgoingMail, from: string): SendMailOptions => ({
  from,
  // As an object, so that no part of it is read as a second address.
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  ...(mail.replyTo == null
    ? { headers: { 'Auto-Submitted': 'auto-generated' } }
    : { replyTo: { name: '', address: mail.replyTo } }),
})

/** Signs of each part of an address, beyond which it is none. */
const anyAddress = /(?:"[^\s"]{1,254}"|[^\s<>"()]{1,254})@[^\s<>"'():]+/g
/** A mail server's answer may have a million signs, in which each would be looked for. */
const longestTold = 4_000

/** Mail servers repeat addresses, which must not get into logs. Of a long text only the whole words of its beginning are told. */
export const withoutAddresses = (text: string): string => {
  const start = text.slice(0, longestTold)
  const told = start === text ? text : start.slice(0, Math.max(start.lastIndexOf(' '), 0))
  return told.replace(anyAddress, '(address)')
}
