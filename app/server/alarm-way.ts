import { ok, type Result, refused } from '../kernel/result.ts'
import type { Env } from './env.ts'
import { fetchOutside, type ResolveName } from './fetch-outside.ts'
import { type MailTransport, smtpChoicesOf, smtpTransport } from './mail/transport.ts'

/** Reaches the owner when the shop's mails may be broken (N23). */
export interface AlarmWay {
  /** `text` has no personal data. Never throws; a refusal carries the reason for the log. */
  tell(text: string, signal: AbortSignal): Promise<Result<null, string>>
  close(): void
}

const limits = { timeMs: 10_000, answerMs: 10_000, bodyBytes: 65_536, redirects: 0 }

interface WayParts {
  readonly demo: boolean
  readonly ownerEmail: string
  readonly newId: () => string
  readonly resolve?: ResolveName
}

/** Uses webhook, mail server or both, of which one must succeed; null when neither is set. A demo sends no mail. */
export const alarmWayOf = (env: Env, parts: WayParts): AlarmWay | null => {
  const { ALARM_WEBHOOK_URL: url, ALARM_SMTP_URL: smtpUrl, MAIL_FROM: from } = env
  const ways = [
    ...(url === undefined ? [] : [webhookWay(url, parts)]),
    ...(smtpUrl === undefined || from === undefined || parts.demo
      ? []
      : [mailWay(smtpTransport(smtpUrl, from, { ...smtpChoicesOf(env), limitMs: limits.timeMs }), parts)]),
  ]
  if (ways.length === 0) return null
  return {
    tell: async (text, signal) => {
      const told = await Promise.all(ways.map((way) => way.tell(text, signal)))
      const reasons = told.flatMap((one) => (one.ok ? [] : [one.error]))
      return reasons.length < ways.length ? ok(null) : refused(reasons.join('; '))
    },
    close: () => {
      for (const way of ways) way.close()
    },
  }
}

const webhookWay = (url: string, { demo, resolve }: WayParts): AlarmWay => ({
  tell: async (text, signal) => {
    const answer = await fetchOutside({
      url,
      demo,
      signal,
      limits,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ text }),
      ...(resolve && { resolve }),
    })
    if (answer.ok) return ok(null)
    const { error } = answer
    return refused(error.kind === 'status' ? `status ${error.status}` : `${error.kind}: ${error.why}`)
  },
  close: () => {},
})

const mailWay = (transport: MailTransport, { ownerEmail, newId }: WayParts): AlarmWay => ({
  tell: async (text, signal) => {
    const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    try {
      await transport.send(
        {
          recipient: ownerEmail,
          subject: '［至急］お店からのお知らせ',
          text,
          html: `<pre>${escaped}</pre>`,
          messageId: `<${newId()}@${transport.domain}>`,
        },
        signal,
      )
      return ok(null)
    } catch (error) {
      return refused(error instanceof Error ? error.name : 'unknown')
    }
  },
  close: () => transport.close(),
})
